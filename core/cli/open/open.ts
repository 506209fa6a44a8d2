import { join } from 'node:path';
import { accidents } from '../accidents.ts';
import type { Call } from '../arguments.ts';
import { untilSignal } from '../until-signal.ts';
import { inject } from '../../compose/inject.ts';
import { errorCode } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';
import { startServer, type RunningServer } from '../../main.ts';
import { readConfig } from '../../settings/env.ts';
import { createLog, logFile } from '../../settings/log.ts';
import { version } from '../../settings/package-info.ts';
import { Users } from '../../store/accounts/users.ts';
import { BridgeChild } from './bridge-child.ts';
import { checkFolder } from './check-folder.ts';
import { dataPlace } from './data-place.ts';
import { freePort, loopback } from './free-port.ts';
import { OpenNote } from './open-note.ts';
import { ReadingProgress } from './reading-progress.ts';
import { mustReach } from './must-reach.ts';
import { chosenStore, storeName, type StoreChoice } from './store-choice.ts';
import { bridgeToken, storeSettings } from './store-secrets.ts';

type Print = (line: string) => void;
type Settings = Readonly<Record<string, string | undefined>>;

/**
 * One command for one's own photos: a bridge and a server together, until a signal ends both.
 * @throws StartupError, UsageError; nothing runs then
 */
export async function openLibrary(words: readonly string[], options: Call['options'], print: Print): Promise<void> {
  const choice = chosenStore(words, options);
  if (choice.driver !== 'bridge') checkFolder(choice.folder, { mayBeEmpty: options['allow-empty'] === true });
  const dataDir = dataPlace(choice, options.data);
  const note = new OpenNote(dataDir, storeName(choice));
  note.mayOpen();
  const named = options.port ?? (process.env['PORT'] === '' ? undefined : process.env['PORT']);
  const port = await freePort(named);
  // A terminal that is closed takes its lines no more; what ends then is said by SIGHUP.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const bridge = choice.driver === 'bridge' ? undefined : await startBridge(choice, dataDir);
  const source = bridge?.settings ?? {
    BRIDGE_URL: choice.driver === 'bridge' ? choice.url : undefined,
    ...(await bridgeToken(process.env)),
  };
  // Until here a signal ends this process at once, and the bridge with it.
  const stopped = untilSignal(['SIGINT', 'SIGTERM', 'SIGHUP']);
  let server: RunningServer | undefined;
  const stop = async (): Promise<void> => {
    try {
      await server?.stop();
    } finally {
      await bridge?.stop();
    }
  };
  try {
    server = await startOwnServer(source, { dataDir, port }).catch((error: unknown) => {
      // Another program took the port since it was looked for.
      if (named !== undefined || errorCode((error as Error).cause) !== 'EADDRINUSE') throw error;
      return startOwnServer(source, { dataDir, port: 0 });
    });
    accidents.close({ log: server.container.resolve(inject.log), stop });
    if (!bridge) await mustReach(server.container.resolve(inject.plugins).photoSource);
    note.opened(server.url);
    tellWhere(server, dataDir, print);
    const progress = new ReadingProgress(figuresOf(server), process.stdout);
    const reason = await Promise.race([stopped, ...(bridge ? [bridge.ended.then(() => 'bridge' as const)] : [])]);
    progress.end();
    if (reason === 'bridge') {
      throw new StartupError(`The bridge stopped unexpectedly: see ${join(dataDir, bridgeLog)}, then start again.`);
    }
    if (process.stdout.isTTY) print(`\n${reason}: stopping`);
    note.closed();
  } finally {
    accidents.close(undefined);
    await stop();
  }
}

const bridgeLog = 'bridge.log';

async function startBridge(choice: Extract<StoreChoice, { folder: string }>, dataDir: string): Promise<BridgeChild> {
  return BridgeChild.start(await storeSettings(choice, process.env), dataDir, join(dataDir, bridgeLog));
}

function startOwnServer(
  source: Settings,
  { dataDir, port }: { dataDir: string; port: number },
): Promise<RunningServer> {
  const config = readConfig({
    LOG_LEVEL: 'warn',
    // The whole library is counted before it is read: "120 of 638", and not of the first 500.
    SYNC_LIMIT: '0',
    ...process.env,
    BRIDGE_TOKEN: undefined,
    BRIDGE_TOKEN_FILE: undefined,
    ...source,
    DEMO: '0',
    DATA_DIR: dataDir,
    HOST: loopback,
    PORT: String(port),
    // Plain HTTP, on this machine alone.
    AUTH_COOKIE_SECURE: '0',
  });
  return startServer(
    config,
    (container) => {
      // The terminal is for people.
      container.register(inject.log, { useValue: createLog(config, logFile(join(dataDir, 'photofinch.log'))) });
      accidents.countIn(container.resolve(inject.pluginFaults));
    },
    { asksForFirstAccount: true },
  );
}

function tellWhere({ url, container }: RunningServer, dataDir: string, print: Print): void {
  const code = container.resolve(inject.entryCodes).issue();
  const isNew = container.resolve(Users).isEmpty();
  print(`Photofinch ${version} listens on ${url}`);
  print(`Open this link in your browser: it ${isNew ? 'asks for your account' : 'signs you in'}, once.`);
  print(`  ${url}/#link=${code}`);
  print(`Data folder: ${dataDir}. Press Ctrl+C to stop.`);
}

function figuresOf({ container }: RunningServer) {
  const health = container.resolve(inject.health);
  return () => health.figures();
}
