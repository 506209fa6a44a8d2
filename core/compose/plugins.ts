import type { DependencyContainer } from 'tsyringe';
import type { LoadParts } from '../plugins/load.ts';
import { tokens } from './inject.ts';

/** What plugins are handed of the server that a container holds. */
export function pluginParts(container: DependencyContainer): Omit<LoadParts, 'signal'> {
  return {
    config: container.resolve(tokens.config),
    log: container.resolve(tokens.log),
    pluginState: container.resolve(tokens.pluginState),
    index: container.resolve(tokens.indexCopies),
    accounts: {
      passwordMatches: (userId, password) => container.resolve(tokens.sessions).passwordMatches(userId, password),
      attemptCode: (userId, attempt) => container.resolve(tokens.sessions).attemptCode(userId, attempt),
    },
    audit: (event, plugin) => {
      container.resolve(tokens.audit).record(event, { actor: { userId: null, name: `plugin ${plugin}` } });
    },
    secret: container.resolve(tokens.secret),
    faults: container.resolve(tokens.pluginFaults),
  };
}
