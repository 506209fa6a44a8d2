/**
 * A snapshot of an index of 1 GB, while the index is written as by an indexer at full speed and requests arrive: how much it
 * delays requests, and how long it takes compared with a plain copy of the file. `npm run bench -- backup photos=1000000`
 * uses an index of some 6 GB, and `rounds=1` takes one snapshot instead of three.
 */
import { copyFile, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';
import { composeServer } from '../../core/compose/server.ts';
import { openDatabase, type Db } from '../../core/db/open.ts';
import { readConfig } from '../../core/settings/env.ts';
import { indexCopies } from '../../core/upkeep/index-copies.ts';
import type { IndexCopies, PhotoSource } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { inject } from '../../core/compose/inject.ts';
import { Snapshots } from '../../core/upkeep/snapshots/snapshots.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { makeLibrary, viewer } from './library-rows.ts';
import { figure, quantile } from './measure.ts';

/** Requests per second. */
const requestRate = 20;

/** Photos written per second, each in its own transaction with an embedding and a face. */
const writeRate = 50;

export async function bench(given: Readonly<Record<string, string>> = {}): Promise<void> {
  const photos = Number(given['photos'] ?? 170_000);
  const rounds = Number(given['rounds'] ?? 3);
  const hasFaces = given['faces'] !== '0';
  await withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    await makeLibrary(dataDir, photos);
    const file = join(dataDir, 'index.sqlite3');
    analyse(file, hasFaces);
    const inputs = {
      photos,
      rounds,
      faces: hasFaces ? photos : 0,
      megabytes: Math.round((await stat(file)).size / 1e6),
    };
    const container = composeServer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', TZ: 'UTC' }));
    const provided = [{ kind: 'photo-source' as const, implementation: {} as PhotoSource }];
    const contribution = { provided, routes: [], healthChecks: [] };
    container.register(inject.plugins, { useValue: new Registry([{ name: 'none', version: '1', contribution }]) });
    const db = container.resolve(inject.db);
    Object.assign(container.resolve(inject.sessions), { authenticate: () => viewer });
    const server = await container.resolve(inject.server);
    await server.start();
    try {
      await measure(file, { server, db, folder, inputs });
    } finally {
      await server.stop();
      await container.resolve(inject.photoReader).close();
      db.close();
    }
  });
}

/** Adds the results of machine learning for each photo. With faces, these are two thirds of the file. */
function analyse(file: string, hasFaces: boolean): void {
  const db = openDatabase(file);
  db.pragma('synchronous = OFF');
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  const faces = `
    INSERT INTO faces (id, photo_id, x, y, w, h, points, score, quality, crop, clustered)
      SELECT id, id, 0.25, 0.5, 0.125, 0.25, '[[0.3,0.6],[0.4,0.6],[0.35,0.65],[0.3,0.7],[0.4,0.7]]', 0.9, 0.5, 1, 1 FROM photos;
    INSERT INTO face_embeddings SELECT id, 'bench@1', randomblob(2048) FROM faces;`;
  const pictures = `INSERT INTO image_embeddings SELECT id, 'bench@1', randomblob(1024) FROM photos;`;
  db.exec(`BEGIN; ${hasFaces ? faces : ''} ${pictures} COMMIT;`);
  for (const { sql } of triggers) db.exec(sql);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

interface Measured {
  readonly server: Server;
  readonly db: Db;
  readonly folder: string;
  readonly inputs: Record<string, unknown> & {
    readonly photos: number;
    readonly rounds: number;
    readonly megabytes: number;
  };
}

async function measure(file: string, measured: Measured): Promise<void> {
  const { folder, inputs } = measured;
  const { signal } = new AbortController();
  const stages: Record<'copy' | 'verify', number[]> = { copy: [], verify: [] };
  const index = timed(indexCopies(file), stages);
  const snapshots = new Snapshots(join(folder, 'backups'), index, Buffer.alloc(32, 7));
  const whole: number[] = [];
  const plain: number[] = [];
  const felt: Record<'without' | 'during', Felt[]> = { without: [], during: [] };

  await whileUsed(measured, () => sleep(3000));
  // Alternates, so that both are subject to the same noise.
  for (let round = 0; round < inputs.rounds; round += 1) {
    felt.without.push(await whileUsed(measured, () => sleep(8000)));
    plain.push(await secondsOf(() => plainCopy(file, join(folder, 'plain'))));
    felt.during.push(
      await whileUsed(measured, async () => {
        whole.push(await secondsOf(() => snapshots.take({ signal })));
      }),
    );
    await snapshots.prune(0);
  }

  const middle = (values: readonly number[]): number => quantile(values, 0.5);
  const rate = (seconds: readonly number[]): number => inputs.megabytes / middle(seconds);
  figure('backup.whole', middle(whole), 's', inputs);
  figure('backup.copy', middle(stages.copy), 's', inputs);
  figure('backup.copy.rate', rate(stages.copy), 'MB/s', inputs);
  figure('backup.plain_copy.rate', rate(plain), 'MB/s', inputs);
  figure('backup.copy.ratio', rate(stages.copy) / rate(plain), 'of a plain copy', inputs);
  figure('backup.verify', middle(stages.verify), 's', inputs);
  for (const when of ['without', 'during'] as const) {
    const all = felt[when];
    const times = all.flatMap(({ answers }) => answers);
    figure(`backup.loop_delay.p99.${when}`, Math.max(...all.map(({ p99 }) => p99)), 'ms', { ...inputs, writeRate });
    figure(`backup.loop_delay.max.${when}`, Math.max(...all.map(({ max }) => max)), 'ms', inputs);
    figure(`backup.photos.p50.${when}`, quantile(times, 0.5), 'ms', { ...inputs, requestRate });
    figure(`backup.photos.p99.${when}`, quantile(times, 0.99), 'ms', { ...inputs, answers: times.length });
    figure(`backup.log.${when}`, Math.max(...all.map(({ log }) => log)), 'MB', inputs);
  }
  const p99 = (when: 'without' | 'during'): number =>
    quantile(
      felt[when].flatMap(({ answers }) => answers),
      0.99,
    );
  figure('backup.photos.p99.ratio', p99('during') / p99('without'), 'x', inputs);
}

/** Latencies of requests and of the event loop. */
interface Felt {
  /** Milliseconds. */
  readonly answers: number[];
  readonly p99: number;
  readonly max: number;
  /** The maximum size of the write-ahead log in MB. */
  readonly log: number;
}

/** Runs some work while requests arrive and the index is written. */
async function whileUsed({ server, db, inputs }: Measured, work: () => Promise<void>): Promise<Felt> {
  const answers: number[] = [];
  const url = `http://127.0.0.1:${server.info.port}/api/photos?limit=50`;
  const headers = { authorization: `Bearer ${'0'.repeat(64)}` };
  const asking = setInterval(() => {
    const begin = performance.now();
    void fetch(url, { headers })
      .then((answer) => answer.arrayBuffer())
      .then(() => answers.push(performance.now() - begin));
  }, 1000 / requestRate);
  const write = writer(db, inputs.photos);
  const writing = setInterval(write, 1000 / writeRate);
  let log = 0;
  const watching = setInterval(() => {
    void stat(`${db.name}-wal`).then(({ size }) => (log = Math.max(log, size / 1e6)));
  }, 50);
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  await work();
  delay.disable();
  for (const timer of [asking, writing, watching]) clearInterval(timer);
  await sleep(200);
  return { answers, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6, log };
}

/** Writes the next photo as if it had been analysed again. */
function writer(db: Db, photos: number): () => void {
  const photo = db.prepare('UPDATE photos SET indexed_at = indexed_at + 1 WHERE id = ?');
  const image = db.prepare('UPDATE image_embeddings SET embedding = randomblob(1024) WHERE photo_id = ?');
  const face = db.prepare('UPDATE face_embeddings SET embedding = randomblob(2048) WHERE face_id = ?');
  return db.transaction(() => {
    const id = 1 + Math.floor(Math.random() * photos);
    for (const statement of [photo, image, face]) statement.run(id);
  });
}

function timed(index: IndexCopies, seconds: Record<'copy' | 'verify', number[]>): IndexCopies {
  return {
    copy: async (to, options) => {
      seconds.copy.push(await secondsOf(() => index.copy(to, options)));
    },
    verify: async (file, options) => {
      const begin = performance.now();
      const found = await index.verify(file, options);
      seconds.verify.push((performance.now() - begin) / 1000);
      return found;
    },
  };
}

/** Copies a file like `cp` and `sync`. */
async function plainCopy(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const handle = await open(to, 'r');
  await handle.sync();
  await handle.close();
  await rm(to);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
