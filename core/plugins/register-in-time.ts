import { inTime } from '../plugin-api/toolkit/index.ts';
import { namedOnExit } from './exit-while-starting.ts';
import { PluginFault, thrownText } from './fault.ts';

interface Limits {
  /** Milliseconds. */
  readonly limit: number;
  /** Texts that must not be shown. */
  readonly secrets: readonly string[];
  /** The remedy if `register` throws. */
  readonly remedy: string;
  /** Aborted when the server stops. */
  readonly signal?: AbortSignal;
}

/**
 * Lets a plugin register, with a time limit.
 * @param name of the plugin
 * @throws PluginFault if `work` fails or takes too long; the reason of the signal
 */
export async function registerInTime<T>(
  name: string,
  work: () => T | Promise<T>,
  { limit, secrets, remedy, signal }: Limits,
): Promise<T> {
  const tooLate = (): Error =>
    new PluginFault(name, `has not registered within ${limit / 1000} s`, 'see what its register(host) waits for');
  try {
    // In a promise, so that thrown errors and rejections are handled in the same way.
    return await namedOnExit(name, () => inTime(Promise.resolve().then(work), limit, tooLate, signal));
  } catch (error) {
    if (signal?.aborted || error instanceof PluginFault) throw error;
    throw new PluginFault(name, `does not start (${thrownText(error, secrets)})`, remedy, error);
  }
}
