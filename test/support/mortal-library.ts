import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Accounts,
  Albums,
  AlbumPhotos,
  Faces,
  People,
  Photo,
  PhotoList,
  Shares,
  Status,
} from '../../core/http/wire.ts';
import { openDatabase } from '../../core/db/open.ts';
import { indexFile } from '../../core/settings/data-folder.ts';
import { DecidedStore } from './decided-store.ts';
import { admin, LibraryClient } from './library-client.ts';
import { MortalDisk } from './mortal-disk.ts';
import { runCli, startServerProcess, type ServerProcess } from './server-process.ts';
import type { View } from './table-of-deaths.ts';
import { until } from './until.ts';

/** The passphrase of an encrypted library. */
export const passphrase = 'a phrase of theirs';

const everything = 'include_archived=true&include_off_timeline=true&include_hidden=true';

/** A small library, whose processes can be killed at any change of its disk. */
export class MortalLibrary {
  readonly store: DecidedStore;
  readonly disk: MortalDisk;
  readonly backups: string;
  readonly #data: string;
  readonly #environment: Record<string, string>;

  constructor(folder: string) {
    this.disk = new MortalDisk(folder);
    this.#data = join(this.disk.path, 'data');
    this.backups = join(this.disk.path, 'backups');
    this.store = new DecidedStore(join(folder, 'photos'));
    for (const path of [this.#data, this.backups, this.store.root]) mkdirSync(path);
    this.#environment = {
      ...{ DATA_DIR: this.#data, BACKUP_DIR: this.backups, MODELS_DIR: join(folder, 'models') },
      PLUGINS: 'test/fixtures/plugins/folder-source,test/fixtures/plugins/painted-faces',
      FOLDER_SOURCE_PATH: this.store.root,
      ...{ SYNC_INTERVAL: '3600', TZ: 'UTC', WEAK_PASSWORD_HASHES_FOR_TESTS: '1' },
      ...{ ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password },
    };
  }

  /** The path of its index. */
  get index(): string {
    return indexFile(this.#data);
  }

  /** The store id in the index, as JSON. */
  storeId(): string {
    const db = openDatabase(this.index, { readonly: true });
    try {
      return db.prepare<[], string>("SELECT value FROM sync_state WHERE key = 'store_id'").pluck().get() ?? '';
    } finally {
      db.close();
    }
  }

  /**
   * Starts a server, and unlocks the library if it is encrypted.
   * @throws Error if the server ends before it listens, or stays locked
   */
  async serve(): Promise<ServerProcess> {
    const server = await startServerProcess(this.#environment, { through: this.disk.dying.through });
    try {
      await unlock(server);
      return server;
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  /** Runs a command to its end. */
  run(words: readonly string[], input = ''): ReturnType<typeof runCli> {
    return runCli(words, this.#environment, { through: this.disk.dying.through, input });
  }

  /** Resolves once the library has the files of its store, and the indexer is idle. */
  async settled(library: LibraryClient, seconds = 240): Promise<void> {
    await until(async () => {
      const { pending, failed, indexing } = await library.json<Status>('/api/status');
      if (failed > 0) await library.json('/api/admin/indexer/retry-failed', 'POST');
      if (pending > 0 || failed > 0 || indexing.running) return false;
      const { total } = await library.json<PhotoList>(`/api/photos?limit=1&${everything}`);
      if (total !== this.store.files.size) return false;
      return (await library.indexer()).state === 'waiting';
    }, seconds);
  }

  /**
   * Starts a server, collects everything that it shows, and stops it without killing it.
   * @throws Error for a damaged index
   */
  async look(): Promise<View> {
    const server = await this.serve();
    try {
      const library = await LibraryClient.signIn(server.url);
      await this.settled(library);
      return await viewOf(library);
    } finally {
      await server.stop();
      this.#checkIndex();
    }
  }

  #checkIndex(): void {
    // Only the server can open an encrypted index.
    if (existsSync(join(this.#data, 'keyring.json'))) return;
    const db = openDatabase(this.index, { readonly: true });
    try {
      const problems = [db.pragma('integrity_check'), db.pragma('foreign_key_check')];
      const isWhole = JSON.stringify(problems) === '[[{"integrity_check":"ok"}],[]]';
      if (!isWhole) throw new Error(`The index is damaged: ${JSON.stringify(problems)}`);
    } finally {
      db.close();
    }
  }
}

/** Does nothing for a library that is not encrypted. */
async function unlock({ url, child }: ServerProcess): Promise<void> {
  const isLocked = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/api/health`);
    return ((await answer.json()) as { locked?: boolean }).locked === true;
  };
  if (!(await isLocked())) return;
  const answer = await fetch(`${url}/api/unlock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ passphrase }),
  });
  if (!answer.ok) throw new Error(`unlocking answered ${answer.status}: ${await answer.text()}`);
  // Open connections may end while one server takes over from the other.
  await until(async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server ended after it was unlocked');
    return !(await isLocked().catch(() => true));
  });
}

export async function viewOf(library: LibraryClient): Promise<View> {
  const { photos } = await library.json<PhotoList>(`/api/photos?limit=1000&${everything}`);
  const all = await Promise.all(photos.map(({ uid }) => library.json<Photo>(`/api/photos/${uid}`)));
  const nameOf = new Map(all.map(({ uid, name }) => [uid, name]));
  const photoLines = all.map(async (photo) => {
    const { uid, name, sha1, state, tags, caption, rotation, archived, hidden, favorited_by_me: favorite } = photo;
    const { faces } = await library.json<Faces>(`/api/photos/${uid}/faces`);
    const thumbnail = (await library.ask(`/api/photos/${uid}/thumb`)).status;
    const people = faces.map(({ person_name: person }) => person);
    return { photo: name, sha1, state, tags, caption, rotation, archived, hidden, favorite, people, thumbnail };
  });
  const { albums } = await library.json<Albums>('/api/albums');
  const albumLines = albums.map(async ({ uid, name, notes, order }) => {
    const inside = await library.json<AlbumPhotos>(`/api/albums/${uid}/photos?limit=1000&include_hidden=true`);
    return { album: name, notes, order, photos: inside.photos.map((photo) => nameOf.get(photo.uid)) };
  });
  const { people } = await library.json<People>('/api/people?limit=1000&include_hidden=true');
  const { shares, enabled: areShared } = await library.json<Shares>('/api/shares');
  const { users } = await library.json<Accounts>('/api/admin/users');
  const lines = [
    ...(await Promise.all(photoLines)),
    ...(await Promise.all(albumLines)),
    ...people.map(({ name, face_count: faces, hidden_by_choice: isHidden }) => ({ person: name, faces, isHidden })),
    { areShared },
    ...shares.map(({ name, count, download, has_password: locked }) => ({ share: name, count, download, locked })),
    ...users.map(({ username, role, display_name: shown }) => ({ user: username, role, shown })),
  ];
  return lines.map((line) => JSON.stringify(line)).sort();
}
