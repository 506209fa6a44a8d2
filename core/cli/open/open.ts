import { join } from 'node:path';
import { uncaughtErrors } from '../uncaught-errors.ts';
import type { Call } from '../arguments.ts';
import { warn } from '../output.ts';
import { endSoon, panicSignal, untilSignal } from '../until-signal.ts';
import { inject } from '../../compose/inject.ts';
import { errorCode } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';
import { LockableServer } from '../../locking/lockable-server.ts';
import { EntryCodes } from '../../services/sign-in/entry-codes.ts';
import { misspeltSettings } from '../../plugin-api/toolkit/misspelt-settings.ts';
import { readConfig, settingNames } from '../../settings/env.ts';
import { createLog, logFile } from '../../settings/log.ts';
import { version } from '../../settings/package-info.ts';
import { Users } from '../../store/accounts/users.ts';
import { convertLibrary } from '../../upkeep/conversion/convert-library.ts';
import { BridgeChild } from './bridge-child.ts';
import { checkFolder } from './check-folder.ts';
import { dataPlace } from './data-place.ts';
import { freePort, loopback } from './free-port.ts';
import { OpenNote } from './open-note.ts';
import { ReadingProgress } from './reading-progress.ts';
import { mustReach } from './must-reach.ts';
import { chosenStore, isVault, storeName, type StoreChoice } from './store-choice.ts';
import { bridgeToken, storeSettingNames, storeSettings } from './store-secrets.ts';

type Print = (line: string) => void;
type Settings = Readonly<Record<string, string | undefined>>;

/**
 * A single command for one's own photos: runs a bridge and a server together, until a signal ends both.
 * @throws StartupError, UsageError; nothing is running then
 */
export async function openLibrary(words: readonly string[], options: Call['options'], print: Print): Promise<void> {
  const choice = chosenStore(words, options);
  for (const sentence of misspeltSettings(process.env, [...settingNames, ...storeSettingNames])) warn(sentence);
  if (choice.driver !== 'bridge') checkFolder(choice.folder, { mayBeEmpty: options['allow-empty'] === true });
  const dataDir = dataPlace(choice, options.data);
  const note = new OpenNote(dataDir, storeName(choice));
  note.mayOpen();
  const portOption = options.port ?? (process.env['PORT'] === '' ? undefined : process.env['PORT']);
  const port = await freePort(portOption);
  // A closed terminal accepts no output; SIGHUP then ends the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const bridge = choice.driver === 'bridge' ? undefined : await startBridge(choice, dataDir);
  const source = bridge?.settings ?? {
    BRIDGE_URL: choice.driver === 'bridge' ? choice.url : undefined,
    ...(await bridgeToken(process.env)),
  };
  // Until here, a signal ends this process at once, and the bridge with it.
  const stopped = untilSignal(['SIGINT', 'SIGTERM', 'SIGHUP']);
  let server: LockableServer | undefined;
  const stop = async (): Promise<void> => {
    try {
      await server?.stop();
    } finally {
      await bridge?.stop();
    }
  };
  try {
    const codes = new EntryCodes(() => Math.floor(Date.now() / 1000));
    let lockedWithVault: () => void = () => undefined;
    const locked = new Promise<'locked'>((resolve) => {
      if (isVault(choice))
        lockedWithVault = () => {
          resolve('locked');
        };
    });
    const serverOptions = { dataDir, codes, reaches: bridge === undefined, onLock: lockedWithVault };
    server = await startOwnServer(source, { ...serverOptions, port }).catch((error: unknown) => {
      // Another program has taken the port in the meantime.
      if (portOption !== undefined || errorCode((error as Error).cause) !== 'EADDRINUSE') throw error;
      return startOwnServer(source, { ...serverOptions, port: 0 });
    });
    const { log, failed } = server;
    uncaughtErrors.close({ log, stop });
    process.on(panicSignal, () => server?.panic());
    note.opened(server.url);
    printAddress(server, codes.issue(), { dataDir, print });
    const progress = new ReadingProgress(figuresOf(server), process.stdout);
    const reason = await Promise.race([
      stopped,
      failed.finally(endSoon),
      ...(bridge ? [bridge.ended.then(() => 'bridge' as const)] : []),
      locked,
    ]);
    progress.end();
    if (reason === 'bridge') {
      throw new StartupError(`The bridge stopped unexpectedly: see ${join(dataDir, bridgeLog)}, then start again.`);
    }
    if (reason === 'locked') print(endsLocked);
    else if (process.stdout.isTTY) print(`\n${reason}: stopping`);
    note.closed();
  } finally {
    uncaughtErrors.close(undefined);
    await stop();
  }
}

const bridgeLog = 'bridge.log';

const endsLocked =
  'The library is locked. The program ends, since it has the keys of the vault in memory: start it again to go on.';

async function startBridge(choice: Extract<StoreChoice, { folder: string }>, dataDir: string): Promise<BridgeChild> {
  return BridgeChild.start(await storeSettings(choice, process.env), dataDir, join(dataDir, bridgeLog));
}

interface ServerOptions {
  readonly dataDir: string;
  readonly port: number;
  /** The codes of the printed link, which stay valid when the library is unlocked. */
  readonly codes: EntryCodes;
  /** Whether the store has to be reachable to show anything. */
  readonly reaches: boolean;
  readonly onLock: () => void;
}

function startOwnServer(
  source: Settings,
  { dataDir, port, codes, reaches, onLock }: ServerOptions,
): Promise<LockableServer> {
  const config = readConfig({
    LOG_LEVEL: 'warn',
    // The whole library is counted before photos are read, so that the progress is "120 of 638", and not of the first 500.
    SYNC_LIMIT: '0',
    ...process.env,
    BRIDGE_TOKEN: undefined,
    BRIDGE_TOKEN_FILE: undefined,
    ...source,
    DEMO: '0',
    DATA_DIR: dataDir,
    HOST: loopback,
    PORT: String(port),
    // Plain HTTP, on this machine only.
    AUTH_COOKIE_SECURE: '0',
  });
  if (config.setupCode !== undefined) codes.admit(config.setupCode);
  return LockableServer.start(config, {
    // The log goes to a file, since the terminal is for people.
    log: createLog(config, logFile(join(dataDir, 'photofinch.log'))),
    convert: convertLibrary,
    prepare: (container) => {
      container.register(inject.entryCodes, { useValue: codes });
      uncaughtErrors.countIn(container.resolve(inject.pluginFaults));
    },
    onOpen: async ({ container }) => {
      if (reaches) await mustReach(container.resolve(inject.plugins).photoSources[0]?.source);
    },
    asksForFirstAccount: true,
    onLock,
  });
}

function printAddress(
  { url, open }: LockableServer,
  code: string,
  { dataDir, print }: { dataDir: string; print: Print },
): void {
  const isNew = open?.container.resolve(Users).isEmpty();
  const nextStep = isNew ? 'asks for your account' : 'signs you in';
  print(`Photofinch ${version} listens on ${url}`);
  print(
    `Open this link in your browser: it ${open ? nextStep : 'asks to unlock the library and then signs you in'}, once.`,
  );
  print(`  ${url}/#link=${code}`);
  print(`Data folder: ${dataDir}. Press Ctrl+C to stop.`);
}

/** Undefined while the library is locked. */
function figuresOf(server: LockableServer) {
  return () => server.open?.container.resolve(inject.health).figures();
}
