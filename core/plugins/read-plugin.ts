import type { Logger } from 'pino';
import type { Plugin } from '../plugin-api/index.ts';
import { pluginFlaw } from '../plugin-api/shapes/plugin.ts';
import { inTime } from '../plugin-api/toolkit/index.ts';
import { PluginFault } from './fault.ts';
import { importPlugin, offerContract } from './import-plugin.ts';
import { isShipped, type Located } from './locate.ts';

/** Milliseconds that a plugin has for its import, and for `register`. */
export const usualLimit = 30_000;

interface Reading {
  readonly log: Pick<Logger, 'debug'>;
  /** The version of the server; any will do where it is absent. */
  readonly version?: string | undefined;
  /** Milliseconds. */
  readonly limit?: number;
  /** Aborted when the server stops. */
  readonly signal?: AbortSignal;
}

/**
 * Imports a plugin, and checks what its module says of it. Nothing is registered.
 * @throws PluginFault that names the plugin as it was named, until it has said its own name
 */
export async function readPlugin(
  located: Located,
  { log, version, limit = usualLimit, signal }: Reading,
): Promise<Plugin> {
  const { entry } = located;
  // Plugins that come with the server find the contract as part of our package. The hook has a thread of its own.
  if (!isShipped(located)) offerContract();
  const tooLate = (): Error =>
    new PluginFault(entry, `is not imported within ${limit / 1000} s`, 'see what its module awaits at its top level');
  const exported = await inTime(importPlugin(located, log), limit, tooLate, signal);
  const flaw = pluginFlaw(exported, { server: version, isShipped: isShipped(located) });
  if (flaw) throw new PluginFault(flaw.name ?? entry, ...flaw.problem);
  return exported as Plugin;
}
