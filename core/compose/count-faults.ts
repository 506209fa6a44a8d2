import type { DependencyContainer } from 'tsyringe';
import { WrongModelAnswer } from '../indexer/run-models.ts';
import type { OnSourceFault } from '../services/source-faults.ts';
import { inject } from './inject.ts';

/** Counts a fault of a photo source as one of the plugin that provides it. */
export const countSourceFault =
  (c: DependencyContainer): OnSourceFault =>
  (uid, error, message) => {
    const registry = c.resolve(inject.sourceRegistry);
    const plugin = registry.providerOf(registry.of(uid))?.plugin;
    if (plugin !== undefined) c.resolve(inject.pluginFaults).recordOf(plugin, error, message);
  };

/** Counts a wrong answer of models as a fault of the plugin that provides them. @returns whether it was one */
export const countModelFault =
  (c: DependencyContainer) =>
  (error: unknown): boolean => {
    if (!(error instanceof WrongModelAnswer)) return false;
    const { mlPlugin } = c.resolve(inject.plugins);
    if (mlPlugin === undefined) return false;
    // The words are the server's own, and name no photo.
    const message = `a plugin's models answered wrongly over a photo, which is tried again later: ${error.message}`;
    c.resolve(inject.pluginFaults).recordOf(mlPlugin, error, message);
    return true;
  };
