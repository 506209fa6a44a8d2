import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Overview, Photo } from '../../core/http/wire.ts';
import { restoreIndex } from '../../core/upkeep/restore.ts';
import { admin, LibraryClient } from '../support/library-client.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { runCli, startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const many = 12;

/** A server with a folder of photos, and commands that are run next to it. */
class House {
  readonly folder: string;
  readonly environment: Record<string, string>;
  #server: ServerProcess | undefined;

  constructor(folder: string) {
    this.folder = folder;
    this.environment = {
      DATA_DIR: join(folder, 'data'),
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: this.photos,
      SYNC_INTERVAL: '1',
      TZ: 'UTC',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
    };
  }

  get photos(): string {
    return join(this.folder, 'photos');
  }

  async start(): Promise<LibraryClient> {
    this.#server = await startServerProcess(this.environment);
    return LibraryClient.signIn(this.#server.url);
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  /** Runs a command that must succeed. @returns its output */
  async type(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(words, this.environment);
    expect(code, stderr).to.equal(0);
    return stdout;
  }

  /** @returns the file of a snapshot of this name */
  snapshot(name: string): string {
    return join(this.folder, 'data/backups', name);
  }

  /** @returns the file of a new snapshot, which was taken from the command line */
  async typeBackup(): Promise<string> {
    return this.snapshot((await this.type('backup')).split('\n')[0] ?? '');
  }

  /** @returns the file of a new snapshot, which an admin has requested from the server */
  async backup(library: LibraryClient): Promise<string> {
    return this.snapshot((await library.json<{ name: string }>('/api/admin/backup', 'POST')).name);
  }
}

/** Fills a folder with pictures that all look different. */
async function putPhotos(folder: string, count: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let seed = 0; seed < count; seed += 1) {
    writeFileSync(join(folder, `photo-${String(seed).padStart(2, '0')}.jpg`), await photoLikeJpeg(seed, 320, 240));
  }
}

async function untilIndexed(library: LibraryClient, photos = many): Promise<Map<string, Photo>> {
  await until(async () => {
    // Not the status, which may be some seconds old.
    const { index } = await library.json<Overview>('/api/admin/overview');
    return index.photos === photos && index.pending === 0 && index.failed === 0;
  });
  return library.photos();
}

/** The bytes of all thumbnails, by the name of the photo; null if it has none. */
async function thumbs(library: LibraryClient): Promise<Map<string, string | null>> {
  const photos = await library.photos();
  const named = await Promise.all(
    [...photos].map(async ([name, { thumb_url: url }]): Promise<[string, string | null]> => {
      const answer = await library.ask(url ?? '/none');
      return [name, answer.status === 200 ? Buffer.from(await answer.arrayBuffer()).toString('base64') : null];
    }),
  );
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('a restored library', function () {
  it('remakes missing thumbnails, and accepts no token and no signed URL from before', () =>
    withTempFolder(async (folder) => {
      const house = new House(folder);
      await putPhotos(house.photos, many);
      const library = await house.start();
      const photos = await untilIndexed(library);
      const before = await thumbs(library);
      expect([...before.values()]).to.not.include(null);
      const [first] = photos.values();
      await library.json(`/api/photos/${first!.uid}/tags`, 'PUT', { tags: ['dear'] });
      // While the server is running.
      const snapshot = await house.typeBackup();
      await library.json(`/api/photos/${first!.uid}/tags`, 'PUT', { tags: ['later'] });
      await house.stop();

      rmSync(join(folder, 'data/thumbs'), { recursive: true });
      const told = await house.type('restore', snapshot);
      expect(told).to.match(new RegExp(`^photos +${many} +${many}$`, 'm'));
      expect(told).to.include(`The server will remake ${many} missing thumbnails.`);

      const restored = await house.start();
      await until(async () => ![...(await thumbs(restored)).values()].includes(null));
      expect([...(await thumbs(restored))]).to.deep.equal([...before]);
      expect(await restored.json(`/api/photos/${first!.uid}/tags`)).to.deep.equal({ tags: ['dear'] });
      const { entries } = await restored.json<{ entries: { action: string; actor: string }[] }>('/api/admin/audit');
      expect(entries.map(({ action, actor }) => [action, actor])).to.deep.include(['index.restored', 'command line']);

      const { url } = house;
      const outdated = await fetch(new URL(first!.thumb_url ?? '', url));
      expect(outdated.status, 'a URL that was signed before').to.equal(403);
      const stranger = await library.ask(`${url}/api/photos`);
      expect(stranger.status, 'a token of a session from before').to.equal(401);
      await house.stop();
    }));

  it('shows no thumbnail of another photo, whatever was indexed in between and however often it is restored', () =>
    withTempFolder(async (folder) => {
      const house = new House(folder);
      await putPhotos(house.photos, many);
      let library = await house.start();
      await untilIndexed(library);
      const right = await thumbs(library);
      const whole = await house.backup(library);
      await house.stop();
      const ofFirst = readFileSync(join(folder, 'data/thumbs/0/1.webp'));

      // The index is lost, and a new one is made from some of the photos, in another order.
      const index = join(folder, 'data/index.sqlite3');
      for (const ending of ['', '-wal', '-shm']) rmSync(index + ending, { force: true });
      const names = readdirSync(house.photos).sort();
      const contents = new Map(names.map((name) => [name, readFileSync(join(house.photos, name))]));
      for (const name of names.slice(4)) rmSync(join(house.photos, name));
      library = await house.start();
      await untilIndexed(library, 4);
      const part = await house.backup(library);
      await house.stop();
      expect(readFileSync(join(folder, 'data/thumbs/0/1.webp')).equals(ofFirst), 'the same picture').to.equal(false);
      for (const [name, bytes] of contents) writeFileSync(join(house.photos, name), bytes);

      for (const snapshot of [whole, part, whole]) {
        await restoreIndex(join(folder, 'data'), snapshot);
        library = await house.start();
        for (const [name, bytes] of await thumbs(library)) {
          if (bytes !== null) expect(bytes, `the thumbnail of ${name} at once`).to.equal(right.get(name));
        }
        await untilIndexed(library);
        expect([...(await thumbs(library))]).to.deep.equal([...right]);
        await house.stop();
      }
      const kept = readdirSync(join(folder, 'data')).filter((name) => name.startsWith('index-replaced-'));
      expect(kept).to.have.length(3);
    }));

  it('removes thumbnails and crops from the disk that none of its photos uses', () =>
    withTempFolder(async (folder) => {
      const house = new House(folder);
      await putPhotos(house.photos, 2);
      const library = await house.start();
      await untilIndexed(library, 2);
      const snapshot = await house.backup(library);
      await house.stop();
      const stray = join(folder, 'data/thumbs/7/7001.webp');
      const crop = join(folder, 'data/faces/0/12.jpg');
      for (const file of [stray, crop]) {
        mkdirSync(join(file, '..'), { recursive: true });
        writeFileSync(file, 'picture');
      }
      await house.type('restore', snapshot);
      expect([existsSync(stray), existsSync(crop)]).to.deep.equal([false, false]);
      expect(readdirSync(join(folder, 'data/thumbs/0'))).to.have.length(2);
    }));
});
