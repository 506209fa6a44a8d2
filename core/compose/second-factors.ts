import type { DependencyContainer } from 'tsyringe';
import { inTime } from '../plugin-api/toolkit/index.ts';
import { missingFactorText } from '../services/checks/second-factors-check.ts';
import { inject } from './inject.ts';
import { Users } from '../store/accounts/users.ts';

/** Milliseconds that plugins may take to list their enrolled users; they are queried again at each sign-in. */
const limit = 30_000;

/** Marks the users who are enrolled in loaded second factors, before sign-in is possible, and logs missing plugins. */
export async function takeStockOfSecondFactors(container: DependencyContainer, signal: AbortSignal): Promise<void> {
  const log = container.resolve(inject.log);
  const secondFactors = container.resolve(inject.secondFactors);
  const users = container.resolve(Users).all();
  const onError = (plugin: string | undefined, error: unknown): void => {
    log.error({ plugin, err: error }, 'A plugin could not list who uses two-step sign-in');
  };
  const stocktaking = secondFactors.takeStock(
    users.map(({ id }) => id),
    onError,
  );
  await inTime(stocktaking, limit, () => new Error(`It has not said so within ${limit / 1000} s.`), signal).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      onError(undefined, error);
    },
  );
  for (const missing of secondFactors.missing()) log.warn(missing, missingFactorText(missing));
}
