import { UsageError, type Call, type Command } from './arguments.ts';
import { takeBackup } from './backup.ts';
import { tryPlugin } from './check-plugin.ts';
import { checkLibrary } from './check.ts';
import { decryptLibrary, encryptLibrary } from './encryption.ts';
import { exportSidecars } from './export-sidecars.ts';
import { interruptible } from './interrupt.ts';
import { CopyReporter } from './copy-progress.ts';
import { libraryKeys, refuseHalfEncrypted, unlockKeyring } from './library-keys.ts';
import { listModels, pullModels } from './models.ts';
import { disablePlugin, enablePlugin, listPlugins } from './plugin-switches.ts';
import { searchPlugins } from './search-plugins.ts';
import { disableSecondFactor } from './second-factor.ts';
import { addUser, listUsers, resetPassword, unlinkUser } from './users.ts';
import { bytesText } from '../domain/bytes-text.ts';
import { roles, type Role } from '../domain/roles.ts';
import type { KeyringContent } from '../encryption/keyring-content.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { refusePlainLibrary } from '../locking/required-encryption.ts';
import { misspeltSettings } from '../plugin-api/toolkit/misspelt-settings.ts';
import { readConfig, settingNames, type Config } from '../settings/env.ts';
import { restoreIndex } from '../upkeep/restore.ts';
import { print, warn } from './output.ts';
import { serve } from './serve.ts';
import { addKey, listKeys, removeKey } from './unlock-keys.ts';

type Options = Call['options'];

/** Commands that need more than the command line itself. */
export const commands: Record<
  Exclude<Command, '--help' | '--version'>,
  (words: readonly string[], options: Options) => void | Promise<void>
> = {
  serve: (_, options) => serve(process.env, options),
  demo: (_, options) => serve(demoEnvironment(), options),
  open: async (words, options) => {
    // Loaded lazily, since it includes the server, which no other command needs.
    const { openLibrary } = await import('./open/open.ts');
    await openLibrary(words, options, print);
  },
  encrypt: () => encryptLibrary(quietConfig(), print),
  decrypt: () => decryptLibrary(quietConfig(), print),
  'unlock list': () => {
    listKeys(quietConfig(), print);
  },
  'unlock add': (_, options) => addKey(convertedConfig(), options, print),
  'unlock remove': ([id = '']) => removeKey(convertedConfig(), id, print),
  'user add': ([username = ''], options) =>
    addUser(quietConfig(), { username, role: roleOf(options), displayName: options['display-name'] }, print),
  'user list': () => listUsers(quietConfig(), print),
  'user unlink': ([username = '']) => unlinkUser(quietConfig(), username, print),
  'models list': () => listModels(quietConfig(), print),
  'models pull': (packs, { from }) => pullModels(quietConfig(), packs, from, print),
  'plugins list': () => listPlugins(quietConfig(), print),
  'plugins enable': ([name = '']) => enablePlugin(quietConfig(), name, print),
  'plugins disable': ([name = '']) => disablePlugin(quietConfig(), name, print),
  'plugins check': ([path = '']) => tryPlugin(quietConfig(), path, print),
  'plugins search': (words) => searchPlugins(words, print),
  'workers list': async () => {
    const { listWorkers } = await workers();
    await listWorkers(quietConfig(), print);
  },
  'workers admit': async ([fingerprint = '']) => {
    const { admitWorker } = await workers();
    await admitWorker(quietConfig(), fingerprint, print);
  },
  'workers remove': async ([fingerprint = '']) => {
    const { removeWorker } = await workers();
    await removeWorker(quietConfig(), fingerprint, print);
  },
  backup,
  restore: ([snapshot = ''], { trust }) => restore(snapshot, trust),
  'export-sidecars': async ([folder = ''], { force = false }) => {
    if (!(await exportSidecars(quietConfig(), folder, force, print))) process.exitCode = 1;
  },
  check,
  '--reset-password': (_, options) => resetPassword(quietConfig(), options['reset-password'] ?? '', print),
  '--disable-2fa': (_, options) => disable2fa(options['disable-2fa'] ?? ''),
};

/** Loaded lazily: a server without workers does not need it in memory. */
const workers = () => import('./workers.ts');

/** The demo uses plain HTTP on loopback, and its index is separate from a real one. */
function demoEnvironment(): Record<string, string | undefined> {
  return { DATA_DIR: 'data-demo', AUTH_COOKIE_SECURE: '0', LOG_LEVEL: 'warn', ...process.env, DEMO: '1' };
}

/** For commands whose output people read. */
function quietConfig(): Config {
  for (const sentence of misspeltSettings(process.env, settingNames)) warn(sentence);
  return readConfig({ LOG_LEVEL: 'warn', ...process.env });
}

/** For commands that must not run during the conversion of a library. @throws StartupError */
function convertedConfig(): Config {
  const config = quietConfig();
  refuseHalfEncrypted(config);
  return config;
}

function roleOf({ role = 'read' }: Options): Role {
  if (!roles.includes(role as Role)) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
  return role as Role;
}

async function check(): Promise<void> {
  const { ok, checks } = await checkLibrary(quietConfig());
  for (const { id, ok: isOk, detail } of checks) print(`${isOk ? 'ok    ' : 'NOT OK'}  ${id.padEnd(10)}  ${detail}`);
  if (!ok) process.exitCode = 1;
}

async function backup(): Promise<void> {
  const { name, size, sha256, verified } = await takeBackup(quietConfig(), warn);
  print(name);
  print(`  size      ${bytesText(size)} (${size} bytes)`);
  print(`  sha256    ${sha256}`);
  print(`  verified  ${verified ? 'yes' : 'no'}`);
}

async function restore(snapshot: string, trust = false): Promise<void> {
  const config = quietConfig();
  const { dataDir, ...settings } = config;
  const keys = await libraryKeys(config, { fromInput: true, mayBePlain: true });
  const unlock = (keyring: KeyringContent): Promise<LibraryKeys> =>
    unlockKeyring(keyring, settings, { fromInput: true });
  const refusePlain = (): void => {
    refusePlainLibrary(config);
  };
  const progress = new CopyReporter(process.stderr);
  const { before, after, kept, accounts, thumbsToMake } = await interruptible(
    'Stopped. Nothing was restored; the index is unchanged.',
    (signal) =>
      restoreIndex(dataDir, snapshot, {
        ...settings,
        keys,
        unlock,
        refusePlain,
        signal,
        trust,
        onProgress: progress.show,
      }).finally(() => {
        progress.end();
      }),
  );
  print(`            before   restored`);
  for (const kind of ['photos', 'people', 'faces', 'tags', 'users'] as const) {
    print(`${kind.padEnd(8)} ${String(before?.[kind] ?? '–').padStart(9)}  ${String(after[kind]).padStart(9)}`);
  }
  if (thumbsToMake > 0) print(`The server will remake ${thumbsToMake} missing thumbnails.`);
  print('Accounts and passwords are now those of the backup. Everyone has to sign in again.');
  for (const line of accounts) print(`  ${line}`);
  if (kept === null) print('Restored.');
  else print(`Restored. The old index is kept as ${kept}; to go back to it, use restore --trust.`);
}

async function disable2fa(username: string): Promise<void> {
  const wasEnabled = await disableSecondFactor(quietConfig(), username, warn);
  print(
    wasEnabled
      ? `Two-step sign-in is off for ${username}. The password is enough now.`
      : `Two-step sign-in was already off for ${username}.`,
  );
}
