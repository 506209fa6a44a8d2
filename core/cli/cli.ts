#!/usr/bin/env node
import { accidents } from './accidents.ts';
import { readCall, usage, UsageError, type Call, type Command } from './arguments.ts';
import { takeBackup } from './backup.ts';
import { checkLibrary } from './check.ts';
import { interruptible } from './interrupt.ts';
import { listModels, pullModels, tryPullModels } from './models.ts';
import { disableSecondFactor } from './second-factor.ts';
import { openLibrary } from './open/open.ts';
import { failureText } from './failures.ts';
import { untilSignal } from './until-signal.ts';
import { addUser, listUsers, resetPassword } from './users.ts';
import { bytesText } from '../domain/bytes-text.ts';
import { DomainError, StartupError } from '../domain/errors.ts';
import { roles, type Role } from '../domain/roles.ts';
import { readConfig, type Config } from '../settings/env.ts';
import { startServer } from '../main.ts';
import { version } from '../settings/package-info.ts';
import { restoreIndex } from '../upkeep/restore.ts';
import { inject } from '../compose/inject.ts';

type Options = Call['options'];

const commands: Record<Command, (words: readonly string[], options: Options) => void | Promise<void>> = {
  serve: (_, options) => serve(readConfig(), options),
  demo: async (_, options) => {
    const config = readConfig(demoEnvironment());
    if (options['pull-models']) await tryPullModels(config, print);
    await serve(config, options);
  },
  open: (words, options) => openLibrary(words, options, print),
  'user add': ([username = ''], options) =>
    addUser(quietConfig(), { username, role: roleOf(options), displayName: options['display-name'] }, print),
  'user list': () => listUsers(quietConfig(), print),
  'models list': () => listModels(quietConfig(), print),
  'models pull': (packs, { from }) => pullModels(quietConfig(), packs, from, print),
  backup,
  restore: ([snapshot = ''], { trust }) => restore(snapshot, trust),
  check,
  '--reset-password': (_, options) => resetPassword(quietConfig(), options['reset-password'] ?? '', print),
  '--disable-2fa': (_, options) => disable2fa(options['disable-2fa'] ?? ''),
  '--help': () => {
    print(usage);
  },
  '--version': () => {
    print(version);
  },
};

/** The demo is plain HTTP on loopback and keeps its index apart from a real one. */
function demoEnvironment(): Record<string, string | undefined> {
  return { DATA_DIR: 'data-demo', AUTH_COOKIE_SECURE: '0', LOG_LEVEL: 'warn', ...process.env, DEMO: '1' };
}

/** For commands whose output is read by a person. */
function quietConfig(): Config {
  return readConfig({ LOG_LEVEL: 'warn', ...process.env });
}

function roleOf({ role = 'read' }: Options): Role {
  if (!roles.includes(role as Role)) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
  return role as Role;
}

async function serve(config: Config, options: Options): Promise<void> {
  const server = await startServer(
    config,
    (container) => {
      accidents.countIn(container.resolve(inject.pluginFaults));
    },
    { withoutSnapshot: options['without-snapshot'] },
  );
  accidents.close({ log: server.container.resolve(inject.log), stop: () => server.stop() });
  // Before it is said that the server is there: whoever waits for that may stop it at once.
  const stopped = untilSignal(['SIGINT', 'SIGTERM']);
  print(`Photofinch ${version} listens on ${server.url}`);
  if (config.demo) print('Demo accounts: demo / demo-demo (may edit) and admin / admin-demo (may do everything)');
  if (server.firstAdmin) {
    print(`First account: ${server.firstAdmin.username} / ${server.firstAdmin.password} (shown this once; change it)`);
  }
  const signal = await stopped;
  if (process.stdout.isTTY) print(`\n${signal}: stopping`);
  accidents.close(undefined);
  await server.stop();
}

async function check(): Promise<void> {
  const { ok, checks } = await checkLibrary(quietConfig());
  for (const { id, ok: well, detail } of checks) print(`${well ? 'ok    ' : 'NOT OK'}  ${id.padEnd(10)}  ${detail}`);
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
  const { dataDir, ...settings } = quietConfig();
  const { before, after, kept, accounts, thumbsToMake } = await interruptible(
    'Stopped: nothing was restored, and the index is as it was.',
    (signal) => restoreIndex(dataDir, snapshot, { ...settings, signal, trust }),
  );
  print(`            before   restored`);
  for (const what of ['photos', 'people', 'faces', 'tags', 'users'] as const) {
    print(`${what.padEnd(8)} ${String(before?.[what] ?? '–').padStart(9)}  ${String(after[what]).padStart(9)}`);
  }
  if (thumbsToMake > 0) print(`The server makes ${thumbsToMake} missing thumbnails anew.`);
  print('Accounts, passwords and second factors are those of the snapshot, and everybody has to sign in again.');
  for (const line of accounts) print(`  ${line}`);
  if (kept === null) print('Restored.');
  else print(`Restored. The index that was replaced is ${kept}; restore --trust takes it back.`);
}

async function disable2fa(username: string): Promise<void> {
  const wasOn = await disableSecondFactor(quietConfig(), username, warn);
  print(
    wasOn
      ? `The second factor of ${username} is off: the password alone signs in.`
      : `The second factor of ${username} was off already.`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function warn(line: string): void {
  process.stderr.write(`photofinch: ${line}\n`);
}

// The index, what lies beside it and its backups say much about the photos: all that is made here is its owner's alone.
process.umask(0o077);
accidents.watch();

try {
  const { command, words, options } = readCall(process.argv.slice(2));
  await commands[command](words, options);
} catch (error) {
  if (error instanceof UsageError) {
    warn(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  } else if (error instanceof StartupError || error instanceof DomainError) {
    warn(error.message);
    process.exitCode = 1;
  } else {
    const unexpected = `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    warn(failureText(error) ?? unexpected);
    process.exitCode = 1;
  }
}
