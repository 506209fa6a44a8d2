#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { checkLibrary } from './cli-check.ts';
import { listModels, pullModels, tryPullModels } from './cli-models.ts';
import { readPassword } from './cli-password.ts';
import { compose } from './compose.ts';
import { DomainError, StartupError } from './domain/errors.ts';
import { roles, type Role } from './domain/roles.ts';
import { readConfig, type Config } from './env.ts';
import { startServer } from './main.ts';
import { restoreIndex } from './restore.ts';
import type { Accounts } from './services/accounts.ts';
import { tokens } from './tokens.ts';
import { version } from './package-info.ts';

const usage = `photofinch ${version}: a self-hosted photo library

  photofinch serve                          serve the library (settings: environment variables, see README)
  photofinch demo [--pull-models]           serve the built-in demo library, with models if they can be had
  photofinch user add <name> [--role read|write|admin] [--display-name <text>]
  photofinch user list
  photofinch models list                    the packs of models for faces and search: licence, size, state
  photofinch models pull [<pack>…] [--from <folder>]
                                            install them, from the network or from a folder with the files
  photofinch restore <file>                 put a snapshot in the place of the index, which is kept beside it
  photofinch check                          look whether all is well; ends with 1 when it is not
  photofinch --reset-password <name>        set a new password and sign the user out everywhere
  photofinch --version | --help

Passwords are asked for, or read from the first line of standard input.`;

/** A call that the usage does not know. */
class UsageError extends Error {}

async function run(argv: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(argv);
  if (values.help) {
    print(usage);
    return;
  }
  if (values.version) {
    print(version);
    return;
  }
  if (values['reset-password'] !== undefined) return resetPassword(values['reset-password']);
  const [command, ...rest] = positionals;
  if (command === 'serve' && rest.length === 0) return serve(readConfig());
  if (command === 'demo' && rest.length === 0) {
    const config = readConfig(demoEnvironment());
    if (values['pull-models']) await tryPullModels(config, print);
    return serve(config);
  }
  if (command === 'models' && rest[0] === 'list' && rest.length === 1) return listModels(quietConfig(), print);
  if (command === 'models' && rest[0] === 'pull') return pullModels(quietConfig(), rest.slice(1), values.from, print);
  if (command === 'check' && rest.length === 0) return check();
  if (command === 'restore' && rest[0] !== undefined && rest.length === 1) return restore(rest[0]);
  if (command === 'user' && rest[0] === 'list' && rest.length === 1) return listUsers();
  if (command === 'user' && rest[0] === 'add' && rest[1] !== undefined && rest.length === 2) {
    return addUser(rest[1], values.role ?? 'read', values['display-name']);
  }
  throw new UsageError(command === undefined ? 'say what to do' : `unknown command: ${positionals.join(' ')}`);
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
        from: { type: 'string' },
        'pull-models': { type: 'boolean' },
        role: { type: 'string' },
        'display-name': { type: 'string' },
        'reset-password': { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The demo is plain HTTP on loopback and keeps its index apart from a real one. */
function demoEnvironment(): Record<string, string | undefined> {
  return { DATA_DIR: 'data-demo', AUTH_COOKIE_SECURE: '0', LOG_LEVEL: 'warn', ...process.env, DEMO: '1' };
}

/** For commands whose output is read by a person. */
function quietConfig(): Config {
  return readConfig({ LOG_LEVEL: 'warn', ...process.env });
}

async function serve(config: Config): Promise<void> {
  const server = await startServer(config);
  print(`Photofinch ${version} listens on ${server.url}`);
  if (config.demo) print('Demo accounts: demo / demo-demo (may edit) and admin / admin-demo (may do everything)');
  if (server.firstAdmin) {
    print(`First account: ${server.firstAdmin.username} / ${server.firstAdmin.password} (shown this once; change it)`);
  }
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, resolve);
  });
  // A second signal while stopping ends the process at once, as a person who presses ^C again expects.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
  if (process.stdout.isTTY) print(`\n${signal}: stopping`);
  await server.stop();
}

async function check(): Promise<void> {
  const { ok, checks } = await checkLibrary(quietConfig());
  for (const { id, ok: well, detail } of checks) print(`${well ? 'ok    ' : 'NOT OK'}  ${id.padEnd(10)}  ${detail}`);
  if (!ok) process.exitCode = 1;
}

async function restore(snapshot: string): Promise<void> {
  const { dataDir } = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const { before, after, kept } = await restoreIndex(dataDir, snapshot);
  print(`            before   restored`);
  for (const what of ['photos', 'people', 'faces', 'tags', 'users'] as const) {
    print(`${what.padEnd(8)} ${String(before?.[what] ?? '–').padStart(9)}  ${String(after[what]).padStart(9)}`);
  }
  print(kept === null ? 'Restored.' : `Restored. The index that was replaced is ${kept}.`);
}

async function addUser(username: string, role: string, displayName: string | undefined): Promise<void> {
  if (!roles.includes(role as Role)) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
  const password = await readPassword(`Password for ${username}: `);
  await withAccounts(async (accounts) => {
    const user = await accounts.add({
      username,
      password,
      role: role as Role,
      ...(displayName === undefined ? {} : { displayName }),
    });
    print(`Added ${user.username} with role ${user.role}.`);
  });
}

async function listUsers(): Promise<void> {
  await withAccounts((accounts) => {
    for (const user of accounts.list()) {
      print([user.username, user.role, user.disabled ? 'disabled' : 'enabled', user.displayName].join('\t'));
    }
  });
}

async function resetPassword(username: string): Promise<void> {
  const password = await readPassword(`New password for ${username}: `);
  await withAccounts(async (accounts) => {
    await accounts.resetPassword(username, password);
    print(`The password of ${username} is set; every device of theirs is signed out.`);
  });
}

/** The accounts of the data folder, beside a server that may be running on it. */
async function withAccounts(use: (accounts: Accounts) => void | Promise<void>): Promise<void> {
  const container = compose(quietConfig());
  try {
    await use(container.resolve(tokens.accounts));
  } finally {
    container.resolve(tokens.db).close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`photofinch: ${error.message}\n\n${usage}\n`);
    process.exitCode = 2;
  } else if (error instanceof StartupError || error instanceof DomainError) {
    process.stderr.write(`photofinch: ${error.message}\n`);
    process.exitCode = 1;
  } else {
    process.stderr.write(
      `photofinch: unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
