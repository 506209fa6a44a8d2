import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Album, FaceList, People, Photo, SearchResults } from '../../core/http/wire.ts';
import { openDatabase } from '../../core/db/open.ts';
import { Keyring } from '../../core/encryption/keyring.ts';
import { BridgedService } from '../support/bridged-service.ts';
import { asInRow, canariesBelow, type Canaries } from '../support/canaries.ts';
import { EditedRcloneVault } from '../support/edited-store.ts';
import { untilRead } from '../support/everyday-use.ts';
import { filesBelow } from '../support/files-below.ts';
import { isLongRun } from '../support/long-run.ts';
import { installFaces, modelsDir, photosDir } from '../support/model-packs.ts';
import { rcloneInstalled } from '../support/rclone.ts';
import { seededRandom } from '../support/seed.ts';
import { runCli, startServerProcess } from '../support/server-process.ts';
import { skip } from '../support/skip.ts';
import { straceInstalled, Witness } from '../support/witness.ts';

/** Texts that users wrote, and texts in the photos. */
const words = {
  'name of a file': 'Leuchtturm-Kanarienvogel',
  'name of a folder': 'Ferien-Kanarienvogel',
  caption: 'Kanarienunterschrift am Abend',
  tag: 'kanarienetikett',
  'name of a person': 'Wilhelmine Kanarienberg',
  'name of a user': 'kanarienfreundin',
  'name of an album': 'Kanarienalbum',
  camera: 'Kanarienkamera 7',
  'description in the photo': 'Kanarienbeschreibung',
  place: 'Rovaniemi',
};

/** A position near Rovaniemi. */
const position = { lat: 66.50391, lng: 25.72943 };
const gps = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '66/1 30/1 14076/1000',
  GPSLongitudeRef: 'E',
  GPSLongitude: '25/1 43/1 45948/1000',
};

async function tellingPhoto(): Promise<Buffer> {
  const noise = Buffer.from(Uint8Array.from({ length: 90 * 60 * 3 }, (_, at) => (at * 7919) % 251));
  return sharp(noise, { raw: { width: 90, height: 60, channels: 3 } })
    .resize(900, 600)
    .jpeg()
    .withExif({
      IFD0: { Model: words.camera, ImageDescription: words['description in the photo'] },
      IFD2: { DateTimeOriginal: '2021:05:06 07:08:09' },
      IFD3: gps,
    })
    .toBuffer();
}

/** Code that tsx compiles when tests run from sources: it contains words of the program, and none of the photos. */
const compiled = /^tsx-/;

const hasFaces = existsSync(join(modelsDir, 'yunet_n_dynamic.onnx')) && existsSync(join(photosDir, 'faces'));

/** A library with a vault as its photo store, used as people do, in separate processes. */
class CanaryHouse {
  readonly service = new BridgedService((root) => new EditedRcloneVault(root));
  readonly witness: Witness | undefined;
  readonly environment: Record<string, string>;
  readonly folders: readonly string[];
  readonly keyFile: string;
  readonly #tmp: string;

  readonly encrypted: boolean;

  constructor(encrypted: boolean) {
    this.encrypted = encrypted;
    const { folder } = this.service;
    const given = { DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'backups') };
    this.#tmp = join(folder, 'tmp');
    this.folders = [...Object.values(given), join(folder, 'bridge-data'), this.#tmp];
    // A file with the name of a user.
    this.keyFile = join(folder, `${words['name of a user']}.key`);
    this.witness = straceInstalled ? new Witness(join(folder, 'seen')) : undefined;
    this.environment = { ...given, MODELS_DIR: join(folder, 'models'), TMPDIR: this.#tmp };
    if (encrypted) this.environment['UNLOCK_KEY_FILE'] = this.keyFile;
    mkdirSync(this.#tmp);
    mkdirSync(given.BACKUP_DIR);
    writeFileSync(this.keyFile, Buffer.from('a stick in a drawer, with a file'));
  }

  get dataDir(): string {
    return this.environment['DATA_DIR'] ?? '';
  }

  async command(...args: string[]): Promise<string> {
    const settings = { ...this.environment, BRIDGE_URL: this.service.bridge.url, BRIDGE_TOKEN: 'x'.repeat(32) };
    const { code, stdout, stderr } = await runCli(args, settings, { input: 'a passphrase of theirs\n' });
    expect(code, `${args.join(' ')}: ${stderr}`).to.equal(0);
    return stdout;
  }

  async start(): Promise<void> {
    const { store } = this.service;
    store.put(`${words['name of a folder']}/${words['name of a file']}.jpg`, await tellingPhoto());
    if (hasFaces) {
      installFaces(this.environment['MODELS_DIR'] ?? '');
      const [person = ''] = readdirSync(join(photosDir, 'faces')).filter((name) => photosOf(name).length > 6);
      for (const name of photosOf(person).slice(0, 6)) {
        store.put(`People/${name}`, readFileSync(join(photosDir, 'faces', person, name)));
      }
    }
    await this.service.startBridge({ TMPDIR: this.#tmp }, this.witness?.of('bridge'));
    if (this.encrypted) {
      await this.command('encrypt');
      await this.command('unlock', 'add', '--key-file', this.keyFile);
    }
    await this.service.startService(this.environment, this.witness?.of('serve'));
  }

  async use(): Promise<void> {
    const { library } = this.service;
    await untilRead(library, { people: hasFaces });
    const { uid, camera, city } = await this.#telling();
    expect({ camera, city }).to.deep.equal({ camera: words.camera, city: words.place });
    await library.json(`/api/photos/${uid}/tags`, 'PUT', { tags: [words.tag] });
    await library.json(`/api/photos/${uid}`, 'PATCH', { caption: words.caption });
    await library.json<Album>('/api/albums', 'POST', { name: words['name of an album'], photos: [uid] });
    if (hasFaces) {
      const { people } = await library.json<People>('/api/people');
      const id = people[0]?.id ?? 0;
      await library.json(`/api/people/${id}/name`, 'POST', { name: words['name of a person'] });
      await library.json<FaceList>('/api/faces/unassigned');
      expect((await library.ask(people[0]?.cover_url ?? '')).status).to.equal(200);
    }
    for (const query of Object.values(words).slice(0, 5)) {
      const found = await library.json<SearchResults>(`/api/search?q=${encodeURIComponent(query)}`);
      if (query !== words['name of a person'] || hasFaces) expect(found.total, query).to.be.greaterThan(0);
    }
    await this.command('user', 'add', words['name of a user']);
    await this.command('backup');
  }

  /** Content of the library that is searched for on the disk. */
  async canaries(): Promise<Canaries> {
    const { library } = this.service;
    const telling = await this.#telling();
    const thumb = Buffer.from(await (await library.ask(telling.thumb_url ?? '')).arrayBuffer());
    const { data } = await sharp(thumb).raw().toBuffer({ resolveWithObject: true });
    const { 'name of a person': person, ...rest } = words;
    return {
      ...rest,
      ...(hasFaces && { 'name of a person': person, 'beginning of a JPEG': Buffer.from('ffd8ffdb004300', 'hex') }),
      'position in a row': asInRow(telling.lat ?? position.lat).subarray(0, 6),
      thumbnail: thumb.subarray(100, 148),
      'pixels of a thumbnail': data.subarray(30_000, 30_048),
      'beginning of a WebP': 'WEBPVP8',
      'beginning of SQLite': 'SQLite format 3',
      ...(await this.#fromIndex()),
    };
  }

  async #telling(): Promise<Photo> {
    const all = [...(await this.service.library.photos()).values()];
    const found = all.find(({ name }) => name.startsWith(words['name of a file']));
    if (!found) throw new Error('the library has no such photo');
    return found;
  }

  /** Values that are in no response: embeddings, and hashes of content. */
  async #fromIndex(): Promise<Canaries> {
    const keyFile = { kind: 'key_file' as const, content: readFileSync(this.keyFile) };
    const keys = this.encrypted ? await new Keyring(this.dataDir).unlock(keyFile) : null;
    const db = openDatabase(join(this.dataDir, 'index.sqlite3'), { readonly: true, encryption: keys?.index });
    try {
      const sha1 = db.prepare<[], string>('SELECT sha1 FROM photos WHERE sha1 IS NOT NULL').pluck().get() ?? '';
      const embedding = db.prepare<[], Buffer>('SELECT embedding FROM face_embeddings').pluck().get();
      const hash = db.prepare<[], string>('SELECT password_hash FROM users').pluck().get() ?? '';
      // The kind and the cost of the hash, `$2b$12$`: shorter sequences would occur in any ciphertext.
      const password = { 'hash of a password': hash.slice(0, 7) };
      return {
        'hash of a photo': sha1,
        ...password,
        ...(embedding && { 'embedding of a face': embedding.subarray(0, 24) }),
      };
    } finally {
      db.close();
    }
  }

  found(canaries: Canaries): string[] {
    // The lock file is an empty database, with the header of one.
    const { 'beginning of SQLite': sqlite, ...others } = canaries;
    const inFolders = canariesBelow(this.folders, others, compiled);
    const files = this.folders
      .flatMap((folder) => filesBelow(folder))
      .filter(({ name, stats }) => stats.isFile() && !name.startsWith('tsx-'));
    const plain = files.filter(({ path }) => readFileSync(path).includes(sqlite as string)).map(({ name }) => name);
    return [...inFolders, ...plain.filter((name) => !/^(lock\.sqlite3|\.lock)$/.test(name))];
  }

  /** Kills a server that starts, indexes and answers requests, at some moment. */
  async killSoon(milliseconds: number): Promise<void> {
    const settings = { ...this.environment, BRIDGE_URL: this.service.bridge.url, BRIDGE_TOKEN: 'x'.repeat(32) };
    const server = await startServerProcess({ ...settings, SYNC_INTERVAL: '1' });
    await sleep(milliseconds);
    await server.kill();
  }

  async close(): Promise<void> {
    await this.service.close();
    rmSync(this.service.folder, { recursive: true, force: true });
  }
}

const photosOf = (person: string): string[] => readdirSync(join(photosDir, 'faces', person)).toSorted();

const withHouse = async (encrypted: boolean, test: (house: CanaryHouse) => Promise<void>): Promise<void> => {
  const house = new CanaryHouse(encrypted);
  try {
    await house.start();
    await test(house);
  } finally {
    await house.close();
  }
};

describe('the disk of a library with a vault as its photo store', function () {
  before(function () {
    if (!rcloneInstalled) skip(this, 'rclone is not installed');
  });

  it('contains everything in readable form while the library is not encrypted', () =>
    withHouse(false, async (house) => {
      await house.use();
      const canaries = await house.canaries();
      await house.service.service.kill();
      // No file contains raw pixels, but a dump of a program’s memory would.
      const notInFiles = ['pixels of a thumbnail', 'beginning of SQLite'];
      const expected = Object.keys(canaries).filter((what) => !notInFiles.includes(what));
      expect(house.found(canaries)).to.include.members([...expected, 'index.sqlite3']);
    }));

  it('contains nothing readable of an encrypted library after indexing, searches, backups, kills and a restore', () =>
    withHouse(true, async (house) => {
      await house.use();
      expect(new Keyring(house.dataDir).content()?.slots.map(({ name }) => name)).to.deep.equal(['', '', '']);
      const canaries = await house.canaries();
      expect(house.found(canaries)).to.deep.equal([]);
      await house.service.service.kill();
      expect(house.found(canaries)).to.deep.equal([]);
      const random = seededRandom();
      for (let round = 0; round < (isLongRun ? 40 : 4); round += 1) {
        await house.killSoon(Math.floor(random() * 700));
        expect(house.found(canaries), `kill ${round}`).to.deep.equal([]);
      }
      const backups = house.environment['BACKUP_DIR'] ?? '';
      const [snapshot = ''] = readdirSync(backups).filter((name) => name.endsWith('.sqlite3'));
      await house.command('restore', join(backups, snapshot));
      expect(house.found(canaries)).to.deep.equal([]);
      await house.service.startService(house.environment);
      const { library } = house.service;
      await untilRead(library);
      const found = await library.json<SearchResults>(`/api/search?q=${encodeURIComponent(words.caption)}`);
      expect(found.total).to.equal(1);
      expect(house.found(canaries)).to.deep.equal([]);
      if (house.witness) expect(house.witness.changedOutside([house.service.folder])).to.deep.equal([]);
    }));
});
