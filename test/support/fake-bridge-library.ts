import { createHash, randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { Album, ChangeEvent, Node, PhotoKind } from '../../plugins/bridge-upstream/contract.ts';

/** The fake store's data of one file. */
interface StoredFile {
  place: Place;
  bytes: Buffer;
  rev: string;
  facts: Partial<Node>;
  captureTime: number;
}

/** The parts of a path. It is parsed once, since every response about the library needs it. */
interface Place {
  readonly path: string;
  readonly folder: string;
  /** In lower case. */
  readonly extension: string;
  /** Paths where the other half of a live photo could be. */
  readonly partners: readonly string[];
}

interface FakeAlbum {
  readonly name: string;
  readonly uids: () => readonly string[];
  readonly has: (uid: string) => boolean;
}

/** Facts that are not in the bytes. A new file may be given a `uid`. */
export type FileFacts = Partial<Omit<Node, 'rev' | 'size' | 'path' | 'mainUid' | 'relatedUids' | 'albums'>>;

const formats: Readonly<Record<string, readonly [PhotoKind, string]>> = {
  '.jpg': ['image', 'image/jpeg'],
  '.jpeg': ['image', 'image/jpeg'],
  '.png': ['image', 'image/png'],
  '.webp': ['image', 'image/webp'],
  '.heic': ['image', 'image/heic'],
  '.dng': ['raw', 'image/x-adobe-dng'],
  '.mov': ['video', 'video/quicktime'],
  '.mp4': ['video', 'video/mp4'],
};

/**
 * The photos, albums and change feed of a fake bridge. Folders are albums. A still and a MOV with the same name before
 * the extension are one photo.
 */
export class FakeLibrary {
  storeId = `fake-${randomBytes(6).toString('hex')}`;
  readonly #files = new Map<string, StoredFile>();
  readonly #byPath = new Map<string, string>();
  readonly #albums = new Map<string, FakeAlbum>();
  #events: ChangeEvent[] = [];
  /** The feed that cursors belong to. */
  #feed = randomBytes(4).toString('hex');
  #oldest = 0;
  #made = 0;

  /**
   * Adds a file or replaces its bytes. The extension of `path` matches the format: `Trip/beach.jpg`.
   * @returns its uid
   */
  put(path: string, bytes: Uint8Array, { uid: wished, ...facts }: FileFacts = {}): string {
    const known = this.#byPath.get(path);
    const uid = known ?? wished ?? randomBytes(16).toString('base64url');
    this.#made += 1;
    this.#files.set(uid, {
      place: placeOf(path),
      bytes: Buffer.from(bytes),
      rev: createHash('sha1').update(bytes).digest('hex'),
      facts: { ...this.#files.get(uid)?.facts, ...facts },
      captureTime: facts.captureTime ?? this.#files.get(uid)?.captureTime ?? 1_600_000_000 + this.#made,
    });
    this.#byPath.set(path, uid);
    this.#tell(uid);
    return uid;
  }

  /** @param photo uid or path */
  remove(photo: string): void {
    const uid = this.uidOf(photo);
    const { path, folder } = this.#file(uid).place;
    const partner = this.#partner(uid);
    this.#files.delete(uid);
    this.#byPath.delete(path);
    this.#events.push({ type: 'delete', kind: 'photo', uid });
    if (partner !== undefined) this.#tell(partner);
    this.#tellFolder(folder);
  }

  /** @param photo uid or path */
  rename(photo: string, to: string): void {
    const uid = this.uidOf(photo);
    const file = this.#file(uid);
    const { path, folder } = file.place;
    const partner = this.#partner(uid);
    this.#byPath.delete(path);
    file.place = placeOf(to);
    this.#byPath.set(to, uid);
    if (partner !== undefined) this.#tell(partner);
    this.#tellFolder(folder);
    this.#tell(uid);
  }

  /** Sends an event with the same rev, as for a touched file. @param photo uid or path */
  touch(photo: string): void {
    this.#tell(this.uidOf(photo));
  }

  /** Removes the photo without an event in the feed, like a lost index. @param photo uid or path */
  loseSilently(photo: string): void {
    const uid = this.uidOf(photo);
    this.#byPath.delete(this.#file(uid).place.path);
    this.#files.delete(uid);
  }

  /** Adds an album that is not a folder. */
  putAlbum(uid: string, name: string, photos: readonly string[]): void {
    const uids = photos.map((photo) => this.uidOf(photo));
    this.#albums.set(uid, {
      name,
      uids: () => uids.filter((photo) => this.#files.has(photo)),
      has: (photo) => uids.includes(photo),
    });
    this.#events.push({ type: 'upsert', kind: 'album', uid });
    for (const photo of uids) this.#tell(photo);
  }

  removeAlbum(uid: string): void {
    this.#albums.delete(uid);
    this.#events.push({ type: 'delete', kind: 'album', uid });
  }

  /** Makes all cursors of the change feed returned so far fail with `cursor_expired`. */
  expireCursors(): void {
    this.#feed = randomBytes(4).toString('hex');
    this.#oldest = this.#events.length;
  }

  /** @param photo uid or path */
  uidOf(photo: string): string {
    return this.#byPath.get(photo) ?? photo;
  }

  bytes(uid: string): Buffer | undefined {
    return this.#files.get(uid)?.bytes;
  }

  node(uid: string): Node | undefined {
    const file = this.#files.get(uid);
    if (!file) return undefined;
    const { path, extension } = file.place;
    const [kind, mediaType] = formats[extension] ?? ['image', 'application/octet-stream'];
    const partner = this.#partner(uid);
    const isMotion = partner !== undefined && kind === 'video';
    return {
      uid,
      kind: partner !== undefined && !isMotion ? 'live' : kind,
      name: posix.basename(path),
      path,
      mediaType,
      sha1: file.rev,
      sha1Source: 'computed',
      captureTimeSource: 'mtime',
      utcOffset: null,
      modifiedTime: 1_600_000_000,
      createdTime: null,
      trashed: false,
      tags: [],
      location: null,
      camera: null,
      media: null,
      errors: [],
      ...file.facts,
      captureTime: file.captureTime,
      size: file.bytes.length,
      rev: file.rev,
      mainUid: isMotion ? partner : null,
      relatedUids: partner !== undefined && !isMotion ? [partner] : [],
      motion: partner !== undefined && !isMotion ? this.#motion(partner) : null,
      albums: [...this.#albums]
        .filter(([, { has }]) => !isMotion && has(uid))
        .map(([album]) => ({ uid: album, addedTime: null })),
    };
  }

  #motion(uid: string): NonNullable<Node['motion']> {
    const { place, bytes } = this.#file(uid);
    return { mediaType: formats[place.extension]?.[1] ?? 'video/mp4', size: bytes.length };
  }

  /** Main photos, in the order of the timeline. */
  timeline(): Node[] {
    return [...this.#files.keys()]
      .flatMap((uid) => this.node(uid) ?? [])
      .filter(({ mainUid }) => mainUid === null)
      .sort(newestFirst);
  }

  albums(): Album[] {
    return [...this.#albums].map(([uid, { name, uids }]) => {
      const photos = this.#nodesOf(uids());
      return {
        uid,
        name,
        photoCount: photos.length,
        coverUid: photos[0]?.uid ?? null,
        lastActivityTime: photos[0]?.captureTime ?? null,
      };
    });
  }

  albumPhotos(uid: string): Node[] | undefined {
    const album = this.#albums.get(uid);
    return album && this.#nodesOf(album.uids());
  }

  /** A cursor after the newest event. */
  cursor(at = this.#events.length): string {
    return `${this.#feed}.${at}`;
  }

  /** The events after a cursor; 'expired' if it belongs to another feed, 'bad' if it is malformed. */
  changes(since: string, limit: number): { events: ChangeEvent[]; next: string; more: boolean } | 'bad' | 'expired' {
    const [, feed, digits] = /^([0-9a-f]{8})\.(\d{1,9})$/.exec(since) ?? [];
    const at = Number(digits);
    if (feed === undefined) return 'bad';
    if (feed !== this.#feed || at < this.#oldest || at > this.#events.length) return 'expired';
    const end = Math.min(at + limit, this.#events.length);
    return { events: this.#events.slice(at, end), next: this.cursor(end), more: end < this.#events.length };
  }

  #file(uid: string): StoredFile {
    const file = this.#files.get(uid);
    if (!file) throw new Error(`the fake bridge has no ${uid}`);
    return file;
  }

  #nodesOf(uids: readonly string[]): Node[] {
    return uids.flatMap((uid) => this.node(uid) ?? []).sort(newestFirst);
  }

  /** The other half of a live photo. */
  #partner(uid: string): string | undefined {
    const { partners } = this.#file(uid).place;
    return partners.map((partner) => this.#byPath.get(partner)).find((found) => found !== undefined);
  }

  #tell(uid: string): void {
    const partner = this.#partner(uid);
    for (const told of partner === undefined ? [uid] : [uid, partner]) {
      const { rev } = this.#file(told);
      // The feed reports changes of the timeline, which does not include the motion parts of live photos.
      if (this.#isMain(told)) this.#events.push({ type: 'upsert', kind: 'photo', uid: told, rev });
      else this.#events.push({ type: 'delete', kind: 'photo', uid: told });
    }
    this.#tellFolder(this.#file(uid).place.folder);
  }

  /** Folders that directly contain a photo are albums. */
  #tellFolder(folder: string): void {
    if (folder === '.') return;
    const album = createHash('sha1').update(`${this.storeId}/${folder}`).digest('base64url');
    const has = (uid: string): boolean => this.#file(uid).place.folder === folder && this.#isMain(uid);
    const uids = (): string[] => [...this.#files.keys()].filter(has);
    if (uids().length > 0) {
      this.#albums.set(album, { name: posix.basename(folder), uids, has });
      this.#events.push({ type: 'upsert', kind: 'album', uid: album });
    } else if (this.#albums.delete(album)) {
      this.#events.push({ type: 'delete', kind: 'album', uid: album });
    }
  }

  #isMain(uid: string): boolean {
    return this.#file(uid).place.extension !== '.mov' || this.#partner(uid) === undefined;
  }
}

function placeOf(path: string): Place {
  const { dir, name, ext } = posix.parse(path);
  const extension = ext.toLowerCase();
  const others: Readonly<Record<string, readonly string[]>> = {
    '.mov': ['.heic', '.HEIC', '.jpg', '.JPG'],
    '.heic': ['.mov', '.MOV'],
    '.jpg': ['.mov', '.MOV'],
  };
  const partners = (others[extension] ?? []).map((other) => posix.join(dir, name + other));
  return { path, folder: posix.dirname(path), extension, partners };
}

function newestFirst(a: Node, b: Node): number {
  return b.captureTime - a.captureTime || (a.uid < b.uid ? -1 : 1);
}
