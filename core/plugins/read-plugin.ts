import type { Logger } from 'pino';
import type { Plugin } from '../plugin-api/index.ts';
import { pluginFlaw } from '../plugin-api/shapes/plugin.ts';
import { inTime } from '../plugin-api/toolkit/index.ts';
import { namedOnExit } from './exit-while-starting.ts';
import { PluginFault } from './fault.ts';
import { importPlugin, offerContract } from './import-plugin.ts';
import { isShipped, type PluginLocation } from './locate.ts';

/** The milliseconds that a plugin may take for its import, and for `register`. */
export const usualLimit = 30_000;

interface ReadOptions {
  readonly log: Pick<Logger, 'debug'>;
  /** The version of the server; absent: any version is accepted. */
  readonly version?: string | undefined;
  /** Milliseconds. */
  readonly limit?: number;
  /** Aborted when the server stops. */
  readonly signal?: AbortSignal;
}

/**
 * Imports a plugin, and checks its default export. Nothing is registered.
 * @throws PluginFault that names the plugin by its entry, or by its own name if that is known
 */
export async function readPlugin(
  located: PluginLocation,
  { log, version, limit = usualLimit, signal }: ReadOptions,
): Promise<Plugin> {
  const { entry } = located;
  // Included plugins find the contract as part of our package, so they do not need the hook, which has a cost at startup.
  if (!isShipped(located)) offerContract();
  const tooLate = (): Error =>
    new PluginFault(entry, `is not imported within ${limit / 1000} s`, 'see what its module awaits at its top level');
  const exported = await namedOnExit(entry, () => inTime(importPlugin(located, log), limit, tooLate, signal));
  const flaw = pluginFlaw(exported, { server: version, isShipped: isShipped(located) });
  if (flaw) throw new PluginFault(flaw.name ?? entry, ...flaw.problem);
  return exported as Plugin;
}
