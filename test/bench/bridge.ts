import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Driver, FileStamp, StoreEntry } from '../../plugins/bridge-upstream/bridge/driver.ts';
import { openJournal } from '../../plugins/bridge-upstream/bridge/journal/open-journal.ts';
import { Scanner } from '../../plugins/bridge-upstream/bridge/scan/scanner.ts';
import { parseBridgeUrl } from '../../plugins/bridge-upstream/client/address.ts';
import { BridgeSource } from '../../plugins/bridge-upstream/client/bridge-source.ts';
import { bridgePictures } from '../support/bridge-pictures.ts';
import { startBridgeProcess } from '../support/bridge-process.ts';
import { rigToken } from '../support/bridge-rig.ts';
import { startServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { figure, quantile } from './measure.ts';
import { LARGE, PHOTOS, storesOf, writeLargePhotos, writeLibrary, type Store } from './bridge-stores.ts';

const ROUNDS = 5;
/** The code is not compiled yet for the first reads of a process. */
const WARM_UP = 2;
const AT_ONCE = 3;
const RESCANS = 5;
const SYNTHETIC = 100_000;

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const quiet = new AbortController().signal;

/**
 * How fast the bridge scans a store of ten thousand photos and lists it, how fast photos are read through the bridge and the
 * server compared with plain reads of the same bytes, and whether the bridge's memory grows with the store.
 */
export async function bench(): Promise<void> {
  await withTempFolder(async (folder) => {
    const plain = join(folder, 'plain');
    const bytes = await writeLibrary(plain);
    for (const store of storesOf(folder, plain)) await scans(store, folder, plain, bytes);
    rmSync(plain, { recursive: true });
  });
  await withTempFolder(async (folder) => {
    const plain = join(folder, 'plain');
    await writeLargePhotos(plain);
    for (const store of storesOf(folder, plain)) await fullReads(store, folder, plain);
  });
  await withTempFolder(memoryOverManyEntries);
}

async function scans({ driver, environment }: Store, folder: string, plain: string, bytes: number): Promise<void> {
  const inputs = { driver: driver.name, photos: PHOTOS, megabytes: Math.round(bytes / 1e6) };
  const dataDir = join(folder, `bridge of ${driver.name}`);
  const plainRead = await secondsOf(() => readPlain(plain));

  const journal = openJournal(dataDir);
  // The photos have just been written; on a later clock, they count as unchanged for long enough.
  const clock = { now: () => Date.now() + 3_600_000, monotonic: () => performance.now() };
  const scanner = new Scanner({
    driver,
    journal,
    pictures: bridgePictures,
    settings: { scanInterval: 86_400 },
    log: silent,
    clock,
  });
  const scan = (): Promise<void> => {
    scanner.wake();
    return scanner.settled();
  };
  const first = await secondsOf(scan);
  if (journal.counts().photos !== PHOTOS) throw new Error(`the scan found ${journal.counts().photos} photos`);
  const rescans: number[] = [];
  for (let run = 0; run < RESCANS; run += 1) rescans.push(await secondsOf(scan));
  await scanner.stop();
  journal.close();

  figure('bridge.first-scan', first, 's', inputs);
  figure('bridge.plain-read', plainRead, 's', inputs);
  figure('bridge.rescan.p50', quantile(rescans, 0.5), 's', { ...inputs, runs: RESCANS });
  figure('bridge.rescan.max', Math.max(...rescans), 's', { ...inputs, runs: RESCANS });

  const bridge = await startBridgeProcess({ ...environment, BRIDGE_DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const source = sourceOf(bridge.url);
  await until(async () => (await source.report({ signal: quiet })).state === 'ready', 120);
  const uids: string[] = [];
  const timeline = await secondsOf(async () => {
    let cursor: string | null = null;
    do {
      const page = await source.timeline({ cursor, limit: 1000, signal: quiet });
      uids.push(...page.items.map(({ uid }) => uid));
      cursor = page.next;
    } while (cursor !== null);
  });
  let described = 0;
  const nodes = await secondsOf(async () => {
    for (let at = 0; at < uids.length; at += 100) {
      described += (await source.nodes(uids.slice(at, at + 100), { signal: quiet })).nodes.length;
    }
  });
  if (described !== PHOTOS) throw new Error(`the bridge described ${described} photos`);
  figure('bridge.timeline-over-http', timeline, 's', inputs);
  figure('bridge.nodes-over-http', nodes, 's', inputs);
  await source.close();
  await bridge.stop();
}

async function fullReads({ driver, environment }: Store, folder: string, plain: string): Promise<void> {
  const dataDir = join(folder, `data of ${driver.name}`);
  const bridge = await startBridgeProcess({
    ...environment,
    BRIDGE_DATA_DIR: join(dataDir, 'bridge'),
    BRIDGE_SCAN_INTERVAL: '1s',
    LOG_LEVEL: 'error',
  });
  const server = await startServerProcess({
    DATA_DIR: join(dataDir, 'service'),
    BRIDGE_URL: bridge.url,
    BRIDGE_TOKEN: rigToken,
    SYNC_INTERVAL: '1s',
    LOG_LEVEL: 'error',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'correct horse',
  });
  try {
    const bearer = await signIn(server.url);
    const list = async (): Promise<{ photos: { uid: string }[]; total: number }> =>
      (await (await fetch(`${server.url}/api/photos?limit=1000`, bearer)).json()) as never;
    await until(async () => (await list()).total === LARGE, 120);
    const uids = (await list()).photos.map(({ uid }) => uid);

    const throughBridge = `${bridge.url}/v1/photos`;
    const asService = { headers: { authorization: `Bearer ${rigToken}` } };
    const speeds = { plain: [] as number[], bridge: [] as number[], both: [] as number[] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      if (round === 0) for (const seen of Object.values(speeds)) seen.length = 0;
      speeds.plain.push(await megabytesPerSecond(() => readPlain(plain)));
      speeds.bridge.push(
        await megabytesPerSecond(() =>
          download(
            uids.map((uid) => `${throughBridge}/${uid}/full`),
            asService,
          ),
        ),
      );
      speeds.both.push(
        await megabytesPerSecond(() =>
          download(
            uids.map((uid) => `${server.url}/api/photos/${uid}/full`),
            bearer,
          ),
        ),
      );
    }
    const inputs = { driver: driver.name, photos: LARGE, atOnce: AT_ONCE, rounds: ROUNDS };
    figure('bridge.full.plain-read', quantile(speeds.plain, 0.5), 'MB/s', inputs);
    figure('bridge.full.bridge', quantile(speeds.bridge, 0.5), 'MB/s', inputs);
    figure('bridge.full.bridge-and-service', quantile(speeds.both, 0.5), 'MB/s', inputs);
  } finally {
    await server.stop();
    await bridge.stop();
  }
}

async function signIn(url: string): Promise<{ headers: Record<string, string> }> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Reads each of `urls` to its end. @returns the number of bytes */
async function download(urls: readonly string[], options: { headers: Record<string, string> }): Promise<number> {
  return inTurns(urls, async (url) => {
    const answer = await fetch(url, options);
    if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status} for a photo`);
    let bytes = 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.byteLength;
    return bytes;
  });
}

async function readPlain(plain: string): Promise<number> {
  const files = execFileSync('find', [plain, '-type', 'f', '-print0'], { encoding: 'utf8', maxBuffer: 1e8 });
  return inTurns(files.split('\0').filter(Boolean), async (file) => (await readFile(file)).length);
}

/** Calls `read` for each of `items`, several at a time. @returns the sum of the results */
async function inTurns<T>(items: readonly T[], read: (item: T) => Promise<number>): Promise<number> {
  const left = [...items];
  let sum = 0;
  const worker = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) sum += await read(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return sum;
}

/** A store whose entries are generated, so that only the bridge's own memory can grow. */
class SyntheticStore implements Driver {
  readonly name = 'synthetic';
  readonly fingerprint = 'synthetic';
  readonly bridgeSecret = (): Promise<null> => Promise.resolve(null);
  readonly #stamp: FileStamp = { size: 64, mtimeMs: 1_500_000_000_000, ctimeMs: 1_500_000_000_000 };
  /** Called for each entry while it is listed. */
  onEntry: (index: number) => void = () => undefined;

  check(): Promise<void> {
    return Promise.resolve();
  }

  async *list(): AsyncGenerator<StoreEntry> {
    for (let index = 0; index < SYNTHETIC; index += 1) {
      this.onEntry(index);
      const path = `album ${Math.floor(index / 500)}/photo ${index}.jpg`;
      yield { path, handle: path, stamp: this.#stamp };
      if (index % 1000 === 0) await new Promise(setImmediate);
    }
  }

  stat(): Promise<FileStamp> {
    return Promise.resolve(this.#stamp);
  }

  async *read(handle: string): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    yield Buffer.from(handle.padEnd(64, '.'));
  }
}

async function memoryOverManyEntries(folder: string): Promise<void> {
  const store = new SyntheticStore();
  const journal = openJournal(folder);
  const scanner = new Scanner({
    driver: store,
    journal,
    pictures: bridgePictures,
    settings: { scanInterval: 86_400 },
    log: silent,
  });
  const scan = async (): Promise<void> => {
    scanner.wake();
    await scanner.settled();
  };
  const seconds = await secondsOf(scan);
  const inputs = { entries: SYNTHETIC };
  if (journal.counts().photos !== SYNTHETIC) throw new Error(`${journal.counts().photos} photos were taken in`);
  figure('bridge.synthetic.first-scan', seconds, 's', inputs);
  const memory = new Map<number, number>();
  for (const share of [0.1, 0.5, 0.9]) memory.set(Math.floor(SYNTHETIC * share), 0);
  store.onEntry = (index) => {
    if (memory.has(index)) memory.set(index, process.memoryUsage.rss());
  };
  figure('bridge.synthetic.rescan', await secondsOf(scan), 's', inputs);
  for (const [index, rss] of memory) figure('bridge.synthetic.rss', rss / 1e6, 'MB', { ...inputs, listed: index });
  await scanner.stop();
  journal.close();
}

function sourceOf(url: string): BridgeSource {
  return new BridgeSource({ address: parseBridgeUrl(url), token: rigToken, workers: AT_ONCE });
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}

async function megabytesPerSecond(read: () => Promise<number>): Promise<number> {
  const begin = performance.now();
  const bytes = await read();
  return bytes / 1e6 / ((performance.now() - begin) / 1000);
}
