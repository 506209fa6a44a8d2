import { chmodSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';
import pino from 'pino';
import type { Driver } from './driver.ts';
import type { Journal } from './journal/journal.ts';
import { LateJournal } from './journal/late-journal.ts';
import { openStoreJournal } from './journal/store-journal.ts';
import type { ListenAddress } from './listen-address.ts';
import { Meter } from './meter/meter.ts';
import { PreviewShelf, previewsFolder } from './meter/preview-shelf.ts';
import { mustOpen, openStore } from './open-store.ts';
import { ownKey } from './own-keys.ts';
import { version } from './package-info.ts';
import { Pictures } from './pictures/pictures.ts';
import { Scanner } from './scan/scanner.ts';
import { buildBridge } from './server.ts';
import type { BridgeSettings } from './settings.ts';
import { clearSocket } from './socket-file.ts';
import { StartupError } from './startup-error.ts';

export interface RunningBridge {
  /** Value for the service's BRIDGE_URL. */
  readonly url: string;
  /** Scans the store now instead of at the next interval. */
  wake(): void;
  stop(): Promise<void>;
}

/** Milliseconds that requests, and then a scan, may take to end when the bridge stops. */
export const requestsEnd = 5000;
export const scanEnds = 3000;

/**
 * Starts a bridge: journal → listen → scan. If the vault's key is not available yet, the journal is opened after the bridge
 * listens. After a failure, the parts that were started are stopped again.
 * @throws StartupError
 */
export async function startBridge(settings: BridgeSettings): Promise<RunningBridge> {
  const cleanups: (() => unknown)[] = [];
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    for (const end of cleanups.splice(0).reverse()) await end();
  };
  try {
    const log = createLog(settings.logLevel);
    for (const warning of settings.warnings) log.warn(warning);
    const driver = openStore(settings);
    if (settings.requireStore) await mustOpen(driver);
    const journal = new LateJournal({
      open: (signal) => openStoreJournal(driver, settings.dataDir, { signal, adopt: settings.adoptJournal }),
      interval: settings.scanInterval,
      log,
    });
    // A read that hangs in an unreachable store must not prevent the bridge from stopping.
    cleanups.push(() => Promise.race([journal.close(), sleep(scanEnds, undefined, { ref: false })]));
    await beginJournal(journal);
    const pictures = new Pictures();
    cleanups.push(() => pictures.close());
    let scanner: Scanner | undefined;
    cleanups.push(() => Promise.race([scanner?.stop(), sleep(scanEnds, undefined, { ref: false })]));
    const wake = (): void => {
      (scanner ?? journal).wake();
    };
    const { metered, dataDir } = settings;
    const previews = metered && new PreviewShelf(previewsFolder(dataDir), shelfKey(driver));
    const server = buildBridge({
      catalog: journal,
      status: () => (scanner ?? journal).status(),
      driver,
      pictures,
      onChange: () => scanner?.noteChange(),
      token: settings.token,
      log,
      version,
      listen: settings.listen,
      ...(previews && { metered: { meter: new Meter(metered), previews } }),
    });
    const url = await listen(server, settings.listen);
    cleanups.push(() => server.stop({ timeout: requestsEnd }));
    log.info({ url, driver: driver.name }, 'listening');
    void journal.opened.then((opened) => {
      if (isStopping) return;
      if (previews) cleanups.push(startTidying(previews, opened, log));
      scanner = new Scanner({ driver, journal: opened, pictures, settings, log });
      scanner.start();
    });
    return { url, wake, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws StartupError */
async function beginJournal(journal: LateJournal): Promise<void> {
  try {
    await journal.begin();
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The key of the previews of a vault; null if previews are not encrypted, as in a plain store. */
function shelfKey(driver: Driver): () => Promise<Buffer | null> {
  return async () => {
    const secret = await driver.bridgeSecret(new AbortController().signal);
    return secret && ownKey(secret, 'previews');
  };
}

/** Removes unused previews. @returns a function that stops it */
function startTidying(previews: PreviewShelf, journal: Journal, log: pino.Logger): () => Promise<void> {
  const stopping = new AbortController();
  const done = previews
    .tidy((uid) => journal.file(uid), stopping.signal)
    .catch((error: unknown) => {
      log.warn({ err: error }, 'previews of photos that are gone could not be removed');
    });
  return () => {
    stopping.abort();
    return done;
  };
}

/** @returns the URL of the bridge @throws StartupError */
export async function listen(server: Server, address: ListenAddress): Promise<string> {
  if ('socket' in address) await clearSocket(address.socket);
  try {
    await server.start();
    // Owner and group: the service runs as another user of the bridge's group.
    if ('socket' in address) chmodSync(address.socket, 0o660);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const remedy: Record<string, string> = {
      EADDRINUSE: 'is taken: stop the other program, or choose another',
      EACCES: 'is not for this user: choose another port or folder, or give the user the right',
      EADDRNOTAVAIL: 'is none of this machine: use 127.0.0.1, or unix:/path',
      ENOTFOUND: 'is unknown: use 127.0.0.1, or unix:/path',
    };
    throw new StartupError(`The address of BRIDGE_LISTEN ${remedy[code] ?? `cannot be used (${code})`}.`, {
      cause: error,
    });
  }
  if ('socket' in address) return `unix:${address.socket}`;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return `http://${host}:${server.info.port}`;
}

/**
 * One line of JSON per event, on standard output by default. Lines above `debug` contain no name, path or uid of a photo.
 */
export function createLog(
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent',
  destination: pino.DestinationStream = pino.destination(1),
): pino.Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutPaths } };
  return pino(options, destination);
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  /** The stack frames, without the message that V8 prints above them. */
  readonly stack: string;
  readonly cause?: LoggedError;
}

/** pino's own serializer logs all fields of an error and its causes, and errors of the file system contain file names. */
function withoutPaths(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name, message, stack = '', cause } = error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
  return {
    type: name,
    message: syscall === undefined ? message : `${code ?? 'unknown error'} from ${syscall}`,
    ...(code === undefined ? {} : { code }),
    stack: frames.join('\n'),
    ...(cause === undefined ? {} : { cause: withoutPaths(cause) }),
  };
}
