import type { DependencyContainer } from 'tsyringe';
import type { LoadParts } from '../plugins/load.ts';
import { inject } from './inject.ts';
import { PluginState } from '../store/plugin-state.ts';

/** What plugins are handed of the server that a container holds. */
export function pluginParts(container: DependencyContainer): Omit<LoadParts, 'signal'> {
  return {
    config: container.resolve(inject.config),
    log: container.resolve(inject.log),
    pluginState: container.resolve(PluginState),
    index: container.resolve(inject.indexCopies),
    snapshots: container.resolve(inject.snapshots),
    accounts: {
      passwordMatches: (userId, password) => container.resolve(inject.sessions).passwordMatches(userId, password),
      attemptCode: (userId, attempt) => container.resolve(inject.sessions).attemptCode(userId, attempt),
    },
    audit: (event, plugin) => {
      container.resolve(inject.audit).record(event, { actor: { userId: null, name: `plugin ${plugin}` } });
    },
    secret: container.resolve(inject.secret),
    faults: container.resolve(inject.pluginFaults),
  };
}
