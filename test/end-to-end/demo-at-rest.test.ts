import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Album, People, Photo, PhotoList, SearchResults } from '../../core/http/wire.ts';
import { canariesBelow, type Canaries } from '../support/canaries.ts';
import { untilRead } from '../support/everyday-use.ts';
import { keyFileContent } from '../support/library-keys.ts';
import { LibraryClient } from '../support/library-client.ts';
import { runCli, startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { skip } from '../support/skip.ts';
import { straceInstalled, Witness } from '../support/witness.ts';

/** Texts that users write into the library. */
const words = {
  'name of a person': 'Wilhelmine Kanarienberg',
  'name of a user': 'kanarienfreundin',
  'name of an album': 'Kanarienalbum',
  tag: 'kanarienetikett',
  caption: 'Kanarienunterschrift am Abend',
};

/** Code that tsx compiles when tests run from sources: it contains words of the program, and none of the photos. */
const compiled = /^tsx-/;

/**
 * The files that a server of an encrypted library writes. The index, its log and most of the others are encrypted; locks
 * and the shared memory of SQLite (-shm) contain nothing of the library.
 */
const written = [
  // Empty: it tells other programs that there are no photos to show here.
  /^data(\/\.nomedia)?$/,
  /^data\/(lock\.sqlite3(-journal)?|keyring\.lock(-journal)?)$/,
  /^data\/index\.sqlite3(-wal|-shm|-journal)?$/,
  /^data\/(thumbs|faces)(\/\d+(\/\d+\.(webp|jpg)(\.new)?)?)?$/,
  /^data\/vectors(\/.*)?$/,
  /^data\/plugins(\/.*)?$/,
  /^data\/backups(\/(\.lock(-journal)?|(index|unfinished)-[^/]*))?$/,
  /^data\/models(\/.*)?$/,
];

/** The demo with its recorded faces, as a real process, and its output. */
class DemoHouse {
  readonly #folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  readonly witness: Witness | undefined;
  readonly #environment: Record<string, string>;
  readonly #tmp = join(this.#folder, 'tmp');
  #server: ServerProcess | undefined;
  #library: LibraryClient | undefined;

  constructor({ witnessed = false } = {}) {
    mkdirSync(this.#tmp);
    this.#environment = {
      DATA_DIR: join(this.#folder, 'data'),
      TMPDIR: this.#tmp,
      MODELS_DIR: join(this.#folder, 'no-models'),
      ML_BUILT_IN: 'none',
      CLUSTER_INTERVAL: '1',
      LOG_LEVEL: 'info',
      DEMO: '1',
    };
    if (witnessed) this.witness = new Witness(join(this.#folder, 'seen'));
  }

  async command(...args: string[]): Promise<void> {
    const { code, stderr } = await runCli(args, this.#environment, { input: 'a passphrase of theirs\n' });
    expect(code, `${args.join(' ')}: ${stderr}`).to.equal(0);
  }

  /** Encrypts the library for the next start. */
  async encrypt(): Promise<void> {
    const keyFile = join(this.#folder, 'key');
    writeFileSync(keyFile, keyFileContent(1));
    await this.command('encrypt');
    await this.command('unlock', 'add', '--key-file', keyFile);
    this.#environment['UNLOCK_KEY_FILE'] = keyFile;
  }

  async start(): Promise<void> {
    const through = this.witness?.of('demo') ?? [];
    this.#server = await startServerProcess(this.#environment, { command: 'demo', through });
    this.#library = await LibraryClient.signIn(this.#server.url, { username: 'admin', password: 'admin-demo' });
    await untilRead(this.#library, { people: true });
  }

  get library(): LibraryClient {
    if (!this.#library) throw new Error('the demo does not run');
    return this.#library;
  }

  /** @returns the content to search for on the disk, once the server has worked with it */
  async use(): Promise<Canaries> {
    const { library } = this;
    const { photos } = await library.json<PhotoList>('/api/photos?limit=5');
    const [photo] = photos;
    if (!photo) throw new Error('the demo has no photo');
    await library.json(`/api/photos/${photo.uid}/tags`, 'PUT', { tags: [words.tag] });
    await library.json(`/api/photos/${photo.uid}`, 'PATCH', { caption: words.caption });
    await library.json<Album>('/api/albums', 'POST', { name: words['name of an album'], photos: [photo.uid] });
    const [person] = (await library.json<People>('/api/people')).people;
    await library.json(`/api/people/${person?.id ?? 0}/name`, 'POST', { name: words['name of a person'] });
    for (const query of [words.tag, words.caption, words['name of a person']]) {
      const found = await library.json<SearchResults>(`/api/search?q=${encodeURIComponent(query)}`);
      expect(found.total, query).to.be.greaterThan(0);
    }
    await this.command('user', 'add', words['name of a user']);
    await library.json('/api/admin/backup', 'POST');
    const [thumbnail, crop] = [await this.#picture(photo.thumb_url), await this.#picture(person?.cover_url)];
    const pixels = await sharp(thumbnail).raw().toBuffer();
    return {
      ...words,
      'name of a file': (await library.json<Photo>(`/api/photos/${photo.uid}`)).name,
      thumbnail: thumbnail.subarray(100, 148),
      'crop of a face': crop.subarray(-80, -16),
      'pixels of a thumbnail': pixels.subarray(30_000, 30_048),
      'beginning of a WebP': 'WEBPVP8',
      // With its cost: shorter sequences would occur in any ciphertext.
      'hash of a password': '$2b$04$',
    };
  }

  /** The canaries in the data folder, in the folder of temporary files and in the output of the process. */
  found(canaries: Canaries): string[] {
    const log = join(this.#folder, 'log');
    mkdirSync(log, { recursive: true });
    writeFileSync(join(log, 'printed'), this.#server?.output() ?? '');
    return canariesBelow([this.#environment['DATA_DIR'] ?? '', this.#tmp, log], canaries, compiled);
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  kill(): Promise<void> | undefined {
    return this.#server?.kill();
  }

  /** Files that the server has created, changed or removed: relative to the folder of the test, or as absolute paths. */
  async filesWritten(): Promise<string[]> {
    await this.witness?.done();
    const paths = (this.witness?.changedOutside([]) ?? []).map((line) => line.replace(/^demo: /, ''));
    return paths.map((path) => (path.startsWith(this.#folder) ? relative(this.#folder, path) : path)).sort();
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #picture(path: string | null | undefined): Promise<Buffer> {
    const answer = await this.library.ask(path ?? '');
    expect(answer.status, String(path)).to.equal(200);
    return Buffer.from(await answer.arrayBuffer());
  }
}

const withDemo = async (house: DemoHouse, test: (house: DemoHouse) => Promise<void>): Promise<void> => {
  try {
    await test(house);
  } finally {
    await house.close();
  }
};

describe('the disk, the temporary files and the log of a library with people', () => {
  it('contain everything in readable form while the library is not encrypted', () =>
    withDemo(new DemoHouse(), async (house) => {
      await house.start();
      const canaries = await house.use();
      // No file contains raw pixels, but a dump of a program’s memory would.
      const expected = Object.keys(canaries).filter((what) => what !== 'pixels of a thumbnail');
      expect(house.found(canaries)).to.deep.equal(expected.sort());
    }));

  it('contain nothing readable of an encrypted library, while it runs and after it was killed', () =>
    withDemo(new DemoHouse(), async (house) => {
      await house.encrypt();
      await house.start();
      const canaries = await house.use();
      expect(house.found(canaries)).to.deep.equal([]);
      await house.kill();
      expect(house.found(canaries)).to.deep.equal([]);
    }));

  it('include only files that are known to be encrypted or to contain nothing of the library', async function () {
    if (!straceInstalled) skip(this, 'strace is not installed: which files a server writes was not seen');
    await withDemo(new DemoHouse({ witnessed: true }), async (house) => {
      await house.encrypt();
      await house.start();
      await house.use();
      await house.stop();
      const others = (await house.filesWritten()).filter((path) => !written.some((known) => known.test(path)));
      expect(others.filter((path) => !path.startsWith('tmp/tsx-'))).to.deep.equal([]);
    });
  });
});
