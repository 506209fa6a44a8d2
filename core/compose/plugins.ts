import type { DependencyContainer } from 'tsyringe';
import type { LoadParts } from '../plugins/load.ts';
import { composePluginLibrary } from './plugin-library.ts';
import { inject } from './inject.ts';
import { pluginsToLoad } from '../domain/plugin-switches.ts';
import { pluginFilesEncryption } from '../encryption/plugin-files.ts';
import { pluginSwitchesOf } from '../upkeep/plain-settings.ts';
import { PluginSettingRows } from '../store/plugin-setting-rows.ts';
import { version } from '../settings/package-info.ts';
import { signInHost } from '../services/sign-in/sign-in-host.ts';
import { SignInLinks } from '../store/accounts/sign-in-links.ts';
import { Users } from '../store/accounts/users.ts';
import { PluginState } from '../store/plugin-state.ts';

/** The parts of a server that plugins can access. */
export function pluginParts(container: DependencyContainer): Omit<LoadParts, 'signal'> {
  const keys = container.resolve(inject.keys);
  const config = container.resolve(inject.config);
  const switches = pluginSwitchesOf(config.dataDir, container.resolve(inject.keyring), keys);
  return {
    config: { ...config, ...pluginsToLoad(config.plugins, switches) },
    log: container.resolve(inject.log),
    pluginState: container.resolve(PluginState),
    pluginSettings: container.resolve(PluginSettingRows),
    index: container.resolve(inject.indexCopies),
    snapshots: container.resolve(inject.snapshots),
    accounts: {
      prove: async ({ caller }, proof) => {
        if (!caller) throw new Error('host.accounts.prove needs a call of somebody who is signed in.');
        await container.resolve(inject.reauthentication).prove(caller.userId, proof);
      },
      usernameOf: (userId) => container.resolve(Users).byId(userId)?.username ?? null,
      passwordMatches: (userId, password) => container.resolve(inject.sessions).passwordMatches(userId, password),
      attemptCode: (userId, attempt) => container.resolve(inject.sessions).attemptCode(userId, attempt),
    },
    events: (plugin) => container.resolve(inject.eventListening).of(plugin),
    library: composePluginLibrary(container),
    audit: (event, plugin) => {
      container.resolve(inject.audit).record(event, { actor: { userId: null, name: `plugin ${plugin}` } });
    },
    version,
    signIn: (plugin) =>
      signInHost(plugin, {
        users: container.resolve(Users),
        links: container.resolve(SignInLinks),
        entry: () => container.resolve(inject.signInEntry),
        limits: () => container.resolve(inject.loginLimits),
        audit: () => container.resolve(inject.audit),
        clock: container.resolve(inject.clock),
      }),
    secret: container.resolve(inject.secret),
    encryption: (plugin) => keys && pluginFilesEncryption(keys, plugin),
    faults: container.resolve(inject.pluginFaults),
  };
}
