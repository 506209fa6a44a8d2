import type { InjectionToken } from 'tsyringe';
import type { Db } from './db/open.ts';
import type { Config } from './env.ts';
import type { Log } from './log.ts';
import type { PluginState } from './index-store/plugin-state.ts';
import type { Registry } from './plugins/registry.ts';
import type { Accounts } from './services/accounts.ts';
import type { MediaAccess } from './services/media-access.ts';
import type { Passwords } from './services/passwords.ts';
import type { Sessions } from './services/sessions.ts';
import type { Users } from './index-store/users.ts';

const token = <T>(name: string): InjectionToken<T> => Symbol(name) as InjectionToken<T>;

/** The names under which `compose.ts` keeps the parts of one running server. */
export const tokens = {
  config: token<Config>('config'),
  log: token<Log>('log'),
  db: token<Db>('db'),
  /** Seconds since the epoch; tests turn it. */
  clock: token<() => number>('clock'),
  pluginState: token<PluginState>('pluginState'),
  users: token<Users>('users'),
  passwords: token<Passwords>('passwords'),
  accounts: token<Accounts>('accounts'),
  sessions: token<Sessions>('sessions'),
  mediaAccess: token<MediaAccess>('mediaAccess'),
  /** What the loaded plugins provide; registered once they are loaded. */
  plugins: token<Registry>('plugins'),
};
