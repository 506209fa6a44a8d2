#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { readArguments, UsageError } from './arguments.ts';
import { StoreError } from './driver.ts';
import type { Journal } from './journal/journal.ts';
import { openStoreJournalBeside } from './journal/store-journal.ts';
import { inspectStore } from './inspect-store.ts';
import { startBridge, type RunningBridge } from './main.ts';
import { openStore } from './open-store.ts';
import { onParentGone, settingsFollow, settingsOfParent } from './parent.ts';
import { version } from './package-info.ts';
import type { Environment } from './secrets.ts';
import { readDataDir, readInspectSettings, readSettings } from './settings.ts';
import { StartupError } from './startup-error.ts';
import { upstreamDriver } from './store-settings.ts';

const usage = `photofinch-bridge ${version}: reads an encrypted store of photos for photofinch

  photofinch-bridge [serve]        serve the store until it is stopped
  photofinch-bridge check          examine the store, and say what is there or what is wrong
  photofinch-bridge accept-loss    agree that the photos which are out of sight are gone (settings as for serve)
  photofinch-bridge token          print a fresh token for BRIDGE_TOKEN
  kill -HUP <pid of a bridge>      let it examine its store now
  photofinch-bridge --version | --help

Settings are environment variables, or the flags beside them:
  BRIDGE_DRIVER                --driver folder|rclone-crypt|gocryptfs|proton-faces
  BRIDGE_STORE                 --store <folder of the photos or of the vault>
  BRIDGE_DATA_DIR              --data-dir <folder of the bridge's journal> (bridge-data)
  BRIDGE_LISTEN                --listen <host:port or unix:/path> (127.0.0.1:8471)
  BRIDGE_ALLOW_REMOTE=1        --allow-remote
  BRIDGE_SCAN_INTERVAL         --scan-interval <60, 5m, 1h> (60)
  BRIDGE_REQUIRE_MOUNT=1       --require-mount
  BRIDGE_REQUIRE_STORE=1       --require-store (does not start while the store does not open)
  BRIDGE_ADOPT_JOURNAL=1       --adopt-journal (of a vault: takes a journal that is not encrypted, once)
  BRIDGE_CANARY                --canary <path of a file that must be in the store>
  BRIDGE_METERED               --metered <20mbit,4,150ms> (as slow as a store at the end of a line: rate, reads at
                               once, wait before each; previews are made once and kept)
  BRIDGE_TOKEN_FILE            --token-file <file>
  LOG_LEVEL                    --log-level debug|info|warn|error|silent (info)

In front of a bridge of proton-faces (experimental, see docs/proton-faces.md):
  BRIDGE_UPSTREAM              --upstream <http://127.0.0.1:8090>
  BRIDGE_UPSTREAM_TOKEN_FILE   --upstream-token-file <file> (its BRIDGE_TOKEN; or BRIDGE_UPSTREAM_TOKEN)
  BRIDGE_UPSTREAM_IN_CLEAR=1   --upstream-in-clear (http to another machine, on a network that you trust)
  BRIDGE_WORK_DIR              --work-dir <the folder into which it writes thumbnails>
  BRIDGE_MAX_PICTURE           bytes of the largest picture (128M)
  BRIDGE_VIDEO_SPACE           bytes of BRIDGE_DATA_DIR for videos while they are watched (4G)

Secrets come from the environment or from files alone, never from the command line:
  BRIDGE_TOKEN, RCLONE_CRYPT_PASSWORD, RCLONE_CRYPT_PASSWORD2, GOCRYPTFS_PASSWORD, each also as <name>_FILE;
  RCLONE_CONFIG_FILE and RCLONE_REMOTE read a crypt remote from an rclone.conf.`;

async function run(argv: readonly string[]): Promise<void> {
  const options = readArguments(argv);
  if (options.help || options.version) {
    print(options.help ? usage : version);
    return;
  }
  const environment = { ...process.env, ...options.environment };
  switch (options.command) {
    case 'serve':
      return serve(environment);
    case 'check':
      return check(environment);
    case 'accept-loss':
      return acceptLoss(environment);
    case 'token':
      print(randomBytes(32).toString('hex'));
      return;
    default:
      throw new UsageError(`unknown command: ${options.command}`);
  }
}

async function serve(environment: Environment): Promise<void> {
  // Installed first: a signal that arrives during the start stops the bridge as soon as it runs.
  const stopSignal = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        resolve();
      });
    }
    onParentGone(resolve);
  });
  // Begins after the handler below is installed, since a signal without one ends the process.
  const starting = Promise.resolve().then(async () =>
    start(process.env[settingsFollow] ? { ...environment, ...(await settingsOfParent()) } : environment),
  );
  process.on('SIGHUP', () => {
    starting.then(
      (running) => {
        running.wake();
      },
      () => undefined,
    );
  });
  const bridge = await starting;
  print(`photofinch-bridge ${version} listens on ${bridge.url}`);
  if (process.connected) process.send?.({ url: bridge.url });
  await stopSignal;
  // A second signal ends the process at once, as users who press ^C again expect.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
  await bridge.stop();
  // A read that hangs in an unreachable store would keep the process running.
  process.exit(0);
}

/** Loaded on demand, so that a bridge over a driver does not load it. */
const protonFaces = () => import('./proton-faces/commands.ts');

const isProtonFaces = (environment: Environment): boolean => environment['BRIDGE_DRIVER'] === upstreamDriver;

async function start(environment: Environment): Promise<RunningBridge> {
  return isProtonFaces(environment) ? (await protonFaces()).start(environment) : startBridge(readSettings(environment));
}

async function check(environment: Environment): Promise<void> {
  if (isProtonFaces(environment)) {
    for (const line of await (await protonFaces()).check(environment)) print(line);
    return;
  }
  const settings = readInspectSettings(environment);
  for (const warning of settings.warnings) process.stderr.write(`photofinch-bridge: ${warning}\n`);
  const { files, photos, unreadableNames, unreadableFolders } = await inspectStore(
    settings,
    new AbortController().signal,
  );
  print(`The store can be read: ${photos} photos and videos among ${files} files.`);
  if (unreadableNames > 0) {
    print(`${unreadableNames} names do not decrypt: they were written with another key, or are no part of the store.`);
  }
  if (unreadableFolders.length > 0) {
    print(
      `${unreadableFolders.length} folders cannot be read: give the bridge's user the right to, or bring a lost gocryptfs.diriv back:`,
    );
    for (const path of unreadableFolders) print(`  ${path}`);
  }
}

async function acceptLoss(environment: Environment): Promise<void> {
  const folder = readDataDir(environment);
  const journal = (await journalBeside(folder, environment)) ?? (await protonFaces()).openProtonJournalBeside(folder);
  if (!journal) throw new StartupError('There is no journal in BRIDGE_DATA_DIR: no bridge has run with this setting.');
  try {
    const loss = journal.acceptLoss();
    if (!loss) throw new StartupError('There is nothing to agree to: the bridge has not seen many photos vanish.');
    print(`Agreed: ${loss.missing} of ${loss.total} photos may go. The next scan that still misses them drops them.`);
  } finally {
    journal.close();
  }
}

/** The journal beside a running bridge; that of a vault requires the keys of the vault. @throws StartupError */
async function journalBeside(folder: string, environment: Environment): Promise<Journal | undefined> {
  try {
    return await openStoreJournalBeside(folder, () => openStore(readInspectSettings(environment)));
  } catch (error) {
    if (error instanceof StoreError) throw new StartupError(error.message, { cause: error });
    throw error;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// The journal contains the names of the photos: only its owner may read it.
process.umask(0o077);

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`photofinch-bridge: ${error.message}\n\n${usage}\n`);
    process.exitCode = 2;
  } else if (error instanceof StartupError) {
    process.stderr.write(`photofinch-bridge: ${error.message}\n`);
    process.exitCode = 1;
  } else {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`photofinch-bridge: unexpected: ${text}\n`);
    process.exitCode = 1;
  }
  // The open channel to the parent would keep this process running.
  if (process.connected) process.disconnect();
}
