import type { Logger } from 'pino';
import { thrownText } from './fault.ts';
import type { Contribution } from './host.ts';
import { inTime } from '../plugin-api/toolkit/index.ts';

/** Milliseconds that one implementation may take to close. */
const patience = 3000;

/**
 * Closes the implementations of plugins, the last one first. An implementation that fails or hangs is logged and does not
 * delay the others.
 */
export async function closeContributions(
  contributions: readonly Contribution[],
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  for (const { kind, implementation } of contributions.flatMap(({ provided }) => provided).reverse()) {
    const closing = implementation as { close?(): Promise<void> };
    if (!closing.close) continue;
    try {
      await inTime(closing.close(), patience, () => new Error(`took longer than ${patience / 1000} s`));
    } catch (error) {
      log.warn({ kind, reason: thrownText(error) }, 'Plugin did not close');
    }
  }
}
