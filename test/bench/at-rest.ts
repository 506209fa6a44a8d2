/**
 * An encrypted library compared with the same one unencrypted, in turns: lists, searches, indexing, start and snapshots.
 * Vector searches are in `encrypted-vectors`, which is called as well. `at-rest photos=1000000 vectors=1000000` sets sizes.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '@hapi/hapi';
import { composeServer } from '../../core/compose/server.ts';
import { inject } from '../../core/compose/inject.ts';
import { Keyring } from '../../core/encryption/keyring.ts';
import type { LibraryKeys } from '../../core/encryption/library-keys.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { weakStretching } from '../../core/encryption/stretch.ts';
import { readConfig } from '../../core/settings/env.ts';
import { convertLibrary } from '../../core/upkeep/conversion/convert-library.ts';
import { quiet } from '../support/backup-rig.ts';
import { keyFileContent, someSettings } from '../support/library-keys.ts';
import { readPlainSettings } from '../../core/upkeep/plain-settings.ts';
import { IndexerRig } from '../support/indexer-rig.ts';
import { MemorySource } from '../support/memory-source.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { bench as benchVectors } from './encrypted-vectors.ts';
import { makeLibrary, viewer } from './library-rows.ts';
import { figure, quantile } from './measure.ts';
import { untilHealthy } from './until-healthy.ts';

const names = ['plain', 'encrypted'] as const;
type Name = (typeof names)[number];

interface House {
  readonly dataDir: string;
  readonly backupDir: string;
  readonly keys: LibraryKeys | null;
}

type Houses = Readonly<Record<Name, House>>;

export async function bench({ photos = '100000', vectors = '100000' } = {}): Promise<void> {
  await withTempFolder(async (folder) => {
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, keyFileContent(9));
    const houses = await makeHouses(folder, Number(photos));
    const inputs = { photos: Number(photos) };
    await benchAnswers(houses, inputs);
    await benchBackups(houses, inputs);
    await benchStarts(houses, { keyFile, folder }, inputs);
    await benchIndexing(folder);
    await benchUnlock(folder);
  });
  process.env['VECTOR_ROWS'] = vectors;
  await benchVectors();
}

async function makeHouses(folder: string, photos: number): Promise<Houses> {
  const house = (name: Name, keys: LibraryKeys | null): House => {
    const dataDir = join(folder, name);
    return { dataDir, backupDir: join(dataDir, 'backups'), keys };
  };
  const plain = house('plain', null);
  await makeLibrary(plain.dataDir, photos);
  const copy = house('encrypted', null);
  cpSync(plain.dataDir, copy.dataDir, { recursive: true });
  // The cost of key stretching is a separate figure.
  const ring = new Keyring(copy.dataDir, undefined, weakStretching);
  const secret = { kind: 'key_file' as const, content: keyFileContent(9) };
  const keys = await ring.create([{ secret, name: 'key' }], readPlainSettings(copy.dataDir));
  await convertLibrary(copy, keys, 'encrypted', { settings: ring.settings(keys), signal: quiet() });
  await ring.setState(keys, 'encrypted');
  return { plain, encrypted: { ...copy, keys } };
}

/** Milliseconds of each call. The calls alternate, so that both are subject to the same noise. */
async function compare(
  what: string,
  { rounds, warmUp = 2, ...inputs }: { rounds: number; warmUp?: number } & Record<string, unknown>,
  call: (name: Name, round: number) => unknown,
): Promise<void> {
  const times: Record<Name, number[]> = { plain: [], encrypted: [] };
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const begin = performance.now();
      await call(name, round);
      if (round >= 0) times[name].push(performance.now() - begin);
    }
  }
  const [plain, encrypted] = names.map((name) => quantile(times[name], 0.5)) as [number, number];
  figure(`at_rest.${what}.plain`, plain, 'ms', { ...inputs, rounds });
  figure(`at_rest.${what}.encrypted`, encrypted, 'ms', { ...inputs, rounds });
  figure(`at_rest.${what}.ratio`, encrypted / plain, 'x', { ...inputs, rounds });
}

const accessToken = '0'.repeat(64);

interface OpenHouse {
  readonly server: Server;
  /** Makes a change that lists show. */
  readonly change: () => void;
  readonly close: () => Promise<void>;
}

async function open({ dataDir, keys }: House): Promise<OpenHouse> {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', TZ: 'UTC' };
  const container = composeServer(readConfig(settings), keys);
  const provided = [{ kind: 'photo-source' as const, implementation: {} as PhotoSource }];
  const contribution = { provided, routes: [], healthChecks: [] };
  container.register(inject.plugins, { useValue: new Registry([{ name: 'none', version: '1', contribution }]) });
  const db = container.resolve(inject.db);
  db.prepare(
    `INSERT OR REPLACE INTO tokens (hash, user_id, kind, family, created_at, expires_at) VALUES (?, ?, 'access', '', 0, 9e9)`,
  ).run(createHash('sha256').update(accessToken).digest(), viewer.userId);
  const archive = db.prepare(
    `INSERT INTO photo_flags (photo_id, archived) VALUES (?, 1)
     ON CONFLICT (photo_id) DO UPDATE SET archived = 1 - archived`,
  );
  let changes = 0;
  return {
    server: await container.resolve(inject.server),
    change: () => void archive.run(1000 + (changes += 1)),
    close: async () => {
      await container.resolve(inject.photoReader).close();
      db.close();
    },
  };
}

async function benchAnswers(houses: Houses, inputs: Record<string, unknown>): Promise<void> {
  const opened = { plain: await open(houses.plain), encrypted: await open(houses.encrypted) };
  const ask = async (name: Name, url: string): Promise<void> => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const { statusCode } = await opened[name].server.inject({ url, headers });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  };
  const page = (round: number): string => `/api/photos?limit=200&offset=${(Math.abs(round) * 977) % 90_000}`;
  await compare('list_page', { rounds: 200, ...inputs }, (name, round) => ask(name, page(round)));
  await compare('list_after_change', { rounds: 100, ...inputs }, async (name, round) => {
    opened[name].change();
    await ask(name, page(round));
  });
  const queries = ['IMG_2', 'beach', 'tag 7', 'place 12', 'album 30 2019'];
  await compare('search_word', { rounds: 60, ...inputs }, (name, round) =>
    ask(name, `/api/search?q=${encodeURIComponent(queries[Math.abs(round) % queries.length] ?? '')}`),
  );
  await compare('change', { rounds: 300, ...inputs }, (name) => {
    opened[name].change();
  });
  for (const name of names) await opened[name].close();
}

async function benchBackups(houses: Houses, inputs: Record<string, unknown>): Promise<void> {
  const containers = names.map((name) => {
    const { dataDir, backupDir, keys } = houses[name];
    const settings = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, LOG_LEVEL: 'error' };
    return [name, composeServer(readConfig(settings), keys)] as const;
  });
  const snapshots = Object.fromEntries(containers.map(([name, c]) => [name, c.resolve(inject.snapshots)]));
  await compare('backup', { rounds: 5, warmUp: 1, ...inputs }, async (name) => {
    const { name: taken } = await snapshots[name]!.take({ signal: quiet() });
    await snapshots[name]!.remove(taken);
  });
}

async function benchStarts(
  houses: Houses,
  { keyFile, folder }: { keyFile: string; folder: string },
  inputs: Record<string, unknown>,
): Promise<void> {
  const photosDir = join(folder, 'photos');
  cpSync('plugins/demo-source/photos', photosDir, { recursive: true });
  const times: Record<Name, number[]> = { plain: [], encrypted: [] };
  const rounds = 9;
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const took = await untilHealthy(['bin/photofinch.cjs', 'serve'], 20_000 + Math.floor(Math.random() * 20_000), {
        DATA_DIR: houses[name].dataDir,
        PLUGINS: 'test/fixtures/plugins/folder-source/index.js',
        FOLDER_SOURCE_PATH: photosDir,
        ADMIN_USERNAME: 'admin',
        ADMIN_PASSWORD: 'correct horse',
        LOG_LEVEL: 'error',
        // An unencrypted library does not start with a key file.
        ...(name === 'encrypted' && { UNLOCK_KEY_FILE: keyFile }),
      });
      if (round >= 0) times[name].push(took);
    }
  }
  const [plain, encrypted] = names.map((name) => quantile(times[name], 0.5)) as [number, number];
  figure('at_rest.start.plain', plain, 'ms', { ...inputs, rounds });
  figure('at_rest.start.encrypted', encrypted, 'ms', { ...inputs, rounds });
  figure('at_rest.start.ratio', encrypted / plain, 'x', { ...inputs, rounds });
}

const indexed = 60;

async function benchIndexing(folder: string): Promise<void> {
  const source = new MemorySource();
  for (let seed = 0; seed < indexed; seed += 1) {
    source.put(`p${seed}`, Buffer.concat([await photoLikeJpeg(seed % 6, 2000, 1500), Buffer.from(`\n${seed}`)]));
  }
  let made = 0;
  const keysFolder = join(folder, 'keys-of-rigs');
  mkdirSync(keysFolder);
  const keys = await new Keyring(keysFolder).create([{ secret: keySecret, name: '' }], someSettings);
  await compare('indexing', { rounds: 5, warmUp: 1, photos: indexed }, async (name) => {
    const rigFolder = join(folder, `rig-${(made += 1)}`);
    mkdirSync(rigFolder);
    const rig = new IndexerRig({ folder: rigFolder, source, keys: name === 'encrypted' ? keys : null });
    await rig.settle();
    await rig.close();
    rmSync(rigFolder, { recursive: true });
  });
}

/** The cost of unlocking with a passphrase: its key is stretched, so that each guess costs as much. */
async function benchUnlock(folder: string): Promise<void> {
  const dataDir = join(folder, 'unlocked');
  mkdirSync(dataDir);
  const ring = new Keyring(dataDir);
  const secret = { kind: 'passphrase' as const, passphrase: 'a passphrase of the benchmark' };
  (await ring.create([{ secret, name: '' }], someSettings)).wipe();
  const times: number[] = [];
  const rounds = 5;
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    (await ring.unlock(secret))?.wipe();
    times.push(performance.now() - begin);
  }
  figure('at_rest.unlock', quantile(times, 0.5), 'ms', { rounds });
}

const keySecret = { kind: 'key_file' as const, content: keyFileContent(9) };
