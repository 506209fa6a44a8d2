import { createHash, randomBytes } from 'node:crypto';
import { fileType } from '../../plugins/bridge-upstream/bridge/scan/photo-files.ts';

/** A photo in Proton's format. */
export interface ProtonPhoto {
  readonly uid: string;
  path: string;
  mediaType: string;
  bytes: Buffer;
  captureTime: string;
  modificationTime: string;
  /** The hash from the uploader, or null without one. */
  sha1: string | null;
  tags: string[];
  mainUid: string | null;
  /** A main photo that it refers to, although the list has it separately. */
  namedMain: string | null;
  trashed: boolean;
  /** Whether Proton has a preview of it. */
  hasPreview: boolean;
}

interface Named {
  readonly uid: string;
  name: string;
}

const part = (): string => randomBytes(60).toString('base64url');

export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

/** A library like Proton's: photos without folders, and separate albums. Here, a path's last folder is an album. */
export class ProtonLibrary {
  volume = part();
  readonly photos = new Map<string, ProtonPhoto>();
  readonly #albums = new Map<string, Named>();
  readonly #films = new Map<string, string[]>();
  readonly #related = new Map<string, string>();
  #made = 0;
  #isSettled = true;

  /** Adds a photo, or replaces the one at `path` in place. */
  put(path: string, bytes: Uint8Array, facts: Partial<Omit<ProtonPhoto, 'uid'>> = {}): ProtonPhoto {
    this.#made += 1;
    const now = new Date(Date.UTC(2024, 2, 2) + this.#made * 1000).toISOString();
    const mediaType = fileType(path)?.mediaType ?? 'application/octet-stream';
    const before = this.find(path);
    const photo: ProtonPhoto = {
      ...{
        uid: `${this.volume}~${part()}=`,
        path,
        mediaType,
        captureTime: now,
        tags: [],
        mainUid: null,
        namedMain: null,
        trashed: false,
      },
      hasPreview: mediaType.startsWith('image/') && !/hei[cf]/.test(mediaType) && bytes.length > 0,
      ...before,
      ...{ bytes: Buffer.from(bytes), modificationTime: now, sha1: sha1Of(bytes) },
      ...facts,
    };
    this.photos.set(photo.uid, photo);
    this.#isSettled = false;
    return photo;
  }

  find(path: string): ProtonPhoto | undefined {
    for (const photo of this.photos.values()) if (photo.path === path) return photo;
    return undefined;
  }

  of(path: string): ProtonPhoto {
    const photo = this.find(path);
    if (!photo) throw new Error(`the library has no ${path}`);
    return photo;
  }

  rename(from: string, to: string): void {
    this.of(from).path = to;
    this.#isSettled = false;
  }

  /** Makes a photo claim that another is related to it. */
  relate(path: string, uid: string): void {
    this.#related.set(this.of(path).uid, uid);
  }

  remove(path: string): void {
    this.photos.delete(this.of(path).uid);
    this.#isSettled = false;
  }

  /** The photos in the timeline: without motion parts and the trash, newest first. */
  listed(): ProtonPhoto[] {
    this.#settle();
    return [...this.photos.values()]
      .filter(({ mainUid, trashed }) => mainUid === null && !trashed)
      .sort((a, b) => b.captureTime.localeCompare(a.captureTime));
  }

  albums(): Named[] {
    this.#settle();
    return [...this.#albums.values()];
  }

  /** A line of `/nodes`. */
  node(photo: ProtonPhoto): object {
    this.#settle();
    const { uid, path, mediaType, bytes, captureTime, modificationTime, sha1, tags, mainUid, namedMain } = photo;
    const related = this.#related.get(uid);
    const album = [...this.#albums.values()].find(({ name }) => name === albumOf(path));
    return {
      ...{ uid, name: path.slice(path.lastIndexOf('/') + 1), mediaType, captureTime, sha1, tags, modificationTime },
      albums: album ? [album.uid] : [],
      // Without the uploader's data, only the size of the encrypted file is known.
      size: sha1 === null ? bytes.length + 1234 : bytes.length,
      creationTime: captureTime,
      mainPhotoNodeUid: mainUid ?? namedMain,
      relatedPhotoNodeUids: [...(this.#films.get(uid) ?? []), ...(related === undefined ? [] : [related])],
    };
  }

  /** A still and a video of the same name are a live photo; folders are albums. */
  #settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#films.clear();
    const byStem = new Map<string, ProtonPhoto[]>();
    for (const photo of this.photos.values()) {
      const stem = photo.path.replace(/\.[^./]*$/, '');
      byStem.set(stem, [...(byStem.get(stem) ?? []), photo]);
    }
    for (const photos of byStem.values()) {
      const still = photos.find(({ mediaType }) => mediaType.startsWith('image/'));
      for (const photo of photos) {
        const isMotion = still !== undefined && photo !== still && photo.path.endsWith('.mov');
        photo.mainUid = isMotion ? still.uid : null;
        if (isMotion) this.#films.set(still.uid, [...(this.#films.get(still.uid) ?? []), photo.uid]);
        if (isMotion && !still.tags.includes('LivePhotos')) still.tags.push('LivePhotos');
      }
    }
    const names = new Set([...this.photos.values()].map(({ path }) => albumOf(path)).filter((name) => name !== ''));
    for (const [uid, { name }] of this.#albums) if (!names.has(name)) this.#albums.delete(uid);
    const known = new Set([...this.#albums.values()].map(({ name }) => name));
    for (const name of names) {
      const uid = `${this.volume}~${part()}`;
      if (!known.has(name)) this.#albums.set(uid, { uid, name });
    }
  }
}

/** The last folder of a path. */
const albumOf = (path: string): string => path.split('/').at(-2) ?? '';
