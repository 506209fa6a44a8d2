import { join } from 'node:path';
import type {
  Album,
  AlbumPhotos,
  Albums,
  Faces,
  NewShare,
  Overview,
  People,
  Photo,
  PhotoList,
  Shares,
  Sharing,
  Trips,
  Withholdings,
} from '../../core/http/wire.ts';
import type { Role } from './decided-library.ts';
import { line, type View } from './decided-view.ts';
import { admin, LibraryClient } from './library-client.ts';
import { runCli, startServerProcess, type ServerProcess } from './server-process.ts';
import { until } from './until.ts';

const accounts: Record<Role, { username: string; password: string }> = {
  admin,
  writer: { username: 'writer', password: 'a long password' },
  reader: { username: 'reader', password: 'a long password' },
};
export const roles = Object.keys(accounts) as Role[];
const everything = 'limit=1000&include_archived=true&include_off_timeline=true';

type Clients = Record<Role, LibraryClient>;

/** A server over a folder, and its users, who only use HTTP. */
export class DecidedHouse {
  readonly #environment: Record<string, string>;
  #server: ServerProcess | undefined;
  #clients: Clients | undefined;
  /** Names of files by uid, as of the last sync. */
  #names = new Map<string, string>();
  #reader = 0;

  constructor(folder: string, photos: string) {
    this.#environment = {
      DATA_DIR: join(folder, 'data'),
      PLUGINS: 'test/fixtures/plugins/folder-source,test/fixtures/plugins/painted-faces',
      FOLDER_SOURCE_PATH: photos,
      SYNC_INTERVAL: '3600',
      VALIDATE_ANSWERS: '1',
      TZ: 'UTC',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
    };
  }

  /** The first start, which creates the accounts. */
  async move(): Promise<void> {
    this.#server = await startServerProcess(this.#environment);
    const first = await LibraryClient.signIn(this.#server.url);
    for (const [role, given] of [
      ['writer', 'write'],
      ['reader', 'read'],
    ] as const) {
      const { id } = await first.json<{ id: number }>('/api/admin/users', 'POST', { ...accounts[role], role: given });
      if (role === 'reader') this.#reader = id;
    }
    await this.#signIn();
  }

  async start(): Promise<void> {
    this.#server = await startServerProcess(this.#environment);
    await this.#signIn();
  }

  async kill(): Promise<void> {
    await this.#server?.kill();
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  client(role: Role): LibraryClient {
    const client = this.#clients?.[role];
    if (!client) throw new Error('nobody has signed in');
    return client;
  }

  get readerId(): number {
    return this.#reader;
  }

  /** Resolves once the library has exactly these files with this content, and the indexer is idle. */
  async settled(files: ReadonlyMap<string, string>): Promise<void> {
    await until(async () => {
      const { indexer } = await this.client('admin').json<Overview>('/api/admin/overview');
      if (indexer.state !== 'waiting') return false;
      const photos = await this.#photos('admin');
      return (
        photos.length === files.size &&
        photos.every(({ name, original, caption }) => files.get(name) === (original ? original.caption : caption))
      );
    });
    this.#names = new Map((await this.#photos('admin')).map(({ uid, name }) => [uid, name]));
  }

  uidOf(name: string): string {
    for (const [uid, known] of this.#names) if (known === name) return uid;
    throw new Error(`the library has no ${name}`);
  }

  async albumUid(name: string): Promise<string> {
    return (await this.#album(name)).uid;
  }

  async #album(name: string): Promise<Album> {
    return found((await this.client('admin').json<Albums>('/api/albums')).albums, (album) => album.name === name);
  }

  async personId(name: string): Promise<number> {
    const { people } = await this.client('admin').json<People>('/api/people?limit=1000&include_hidden=true');
    return found(people, (person) => person.name === name).id;
  }

  async tripId(firstDay: string): Promise<number> {
    const { trips } = await this.client('admin').json<Trips>('/api/trips');
    return found(trips, (trip) => trip.first_day === firstDay).id;
  }

  async shareId(name: string): Promise<number> {
    return found((await this.client('admin').json<Shares>('/api/shares')).shares, (share) => share.name === name).id;
  }

  /** The only face of a photo. */
  async faceId(name: string): Promise<number> {
    const { faces } = await this.client('admin').json<Faces>(`/api/photos/${this.uidOf(name)}/faces`);
    return found(faces, () => true).id;
  }

  /** Whether a share link works. */
  async opens(token: string): Promise<boolean> {
    return (await this.client('admin').ask(`/api/shared/${token}`)).ok;
  }

  /** @returns the name of the new snapshot */
  async snapshot(): Promise<string> {
    return (await this.client('admin').json<{ name: string }>('/api/admin/backup', 'POST')).name;
  }

  async snapshots(): Promise<string[]> {
    const { backups } = await this.client('admin').json<{ backups: { name: string }[] }>('/api/admin/backups');
    return backups.map(({ name }) => name).sort();
  }

  /** Runs the command while the server is stopped. */
  async restore(name: string): Promise<void> {
    const file = join(this.#environment['DATA_DIR'] ?? '', 'backups', name);
    const { code, stderr } = await runCli(['restore', file], this.#environment);
    if (code !== 0) throw new Error(`restore ended with ${code}: ${stderr}`);
  }

  /** What a user sees, in the format of `expectedView`. */
  async view(role: Role): Promise<View> {
    const client = this.client(role);
    const photos = await this.#photos(role);
    const names = (list: PhotoList): string[] => list.photos.map(({ uid }) => this.#names.get(uid) ?? uid);
    const { albums } = await client.json<Albums>('/api/albums');
    const hidden = role === 'reader' ? '' : '&include_hidden=true';
    const albumLines = albums
      .filter(({ photo_count: count }) => role !== 'reader' || count > 0)
      .map(async ({ uid, name, notes, order, off_timeline: offTimeline }) => {
        const inside = await client.json<AlbumPhotos>(`/api/albums/${uid}/photos?limit=1000${hidden}`);
        return line({ name, notes, order, offTimeline, photos: names(inside) });
      });
    const covers = albums.filter(({ source, cover_url: url }) => source === 'own' && url !== null);
    const faceLines = photos.map(async ({ uid, name }) => {
      const { faces } = await client.json<Faces>(`/api/photos/${uid}/faces`);
      return faces.map(({ person_name: person }) => line({ name, person }));
    });
    const { trips } = await client.json<Trips>('/api/trips');
    return {
      photos: photos.map(photoLine),
      timeline: names(await client.json<PhotoList>('/api/photos?limit=1000')),
      albums: await Promise.all(albumLines),
      covers: covers.map(({ name, cover_url: url }) => line({ name, cover: this.#coverIn(url) })),
      trips: trips.map(({ name, first_day: first, last_day: last }) => line({ name, first, last })),
      faces: (await Promise.all(faceLines)).flat(),
      ...(role === 'admin' && (await this.#adminView())),
    };
  }

  #coverIn(url: string | null): string | undefined {
    return this.#names.get(/photos\/([^/]+)\/thumb/.exec(url ?? '')?.[1] ?? '');
  }

  async #adminView(): Promise<View> {
    const client = this.client('admin');
    const { people } = await client.json<People>('/api/people?limit=1000&include_hidden=true');
    const { withholdings } = await client.json<Withholdings>('/api/withholdings');
    const { shares } = await client.json<Shares>('/api/shares');
    const { enabled } = await client.json<Sharing>('/api/admin/sharing');
    return {
      people: people
        .filter(({ face_count: faces }) => faces > 0)
        .map(({ name, face_count: faces, hidden_by_choice: hidden }) => line({ name, faces, hidden })),
      withholdings: withholdings.map(({ album, person, kept_from_readers: readers, kept_from: users }) =>
        line({ name: album?.name ?? person?.name, readers, reader: users?.includes(this.#reader) === true }),
      ),
      shares: shares.map(({ name, download }) => line({ name, download })),
      sharing: [String(enabled)],
    };
  }

  /** All photos that a user may see, with their details. */
  async #photos(role: Role): Promise<Photo[]> {
    const client = this.client(role);
    const hidden = role === 'reader' ? '' : '&include_hidden=true';
    const { photos } = await client.json<PhotoList>(`/api/photos?${everything}${hidden}`);
    const answers = await Promise.all(photos.map(({ uid }) => client.ask(`/api/photos/${uid}`)));
    // Photos may be deleted while they are listed.
    const there = answers.filter(({ status }) => status !== 404);
    return Promise.all(there.map((answer) => answer.json() as Promise<Photo>));
  }

  async #signIn(): Promise<void> {
    const { url } = this.#server ?? { url: '' };
    const clients = roles.map(async (role) => [role, await LibraryClient.signIn(url, accounts[role])] as const);
    this.#clients = Object.fromEntries(await Promise.all(clients)) as Clients;
  }
}

/** The token of a new link. */
export const tokenOf = ({ url }: NewShare): string => url.replace('/s/', '');

function found<T>(all: readonly T[], fits: (one: T) => boolean): T {
  const one = all.find(fits);
  if (!one) throw new Error('the library lacks what was asked for');
  return one;
}

function photoLine(photo: Photo): string {
  const { name, tags, archived, hidden, rotation, edited, width, height, caption, lat, lng } = photo;
  return line({
    name,
    favorite: photo.favorited_by_me,
    tags,
    archived,
    hidden,
    takenAt: photo.taken_at_local,
    sides: `${width} x ${height}`,
    caption,
    position: lat === null ? null : [rounded(lat), rounded(lng ?? 0)],
    rotation,
    edited,
  });
}

const rounded = (degrees: number): number => Math.round(degrees * 100) / 100;
