import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { offsetMinutes, shiftedTime } from './calendar.ts';

/** The data about a picture in `manifest.json` that is needed here. */
interface ManifestPhoto {
  readonly file: string;
  readonly caption: string;
  /** Wall clock, `2019-12-14T18:02:55`. */
  readonly taken_local: string;
  /** `+01:00` */
  readonly utc_offset: string;
  readonly place: { readonly city: string; readonly country: string; readonly lat: number; readonly lng: number };
  readonly camera: string;
  /** The width of the upright picture. */
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
}

interface Manifest {
  readonly photos: readonly ManifestPhoto[];
  readonly albums: readonly { readonly name: string; readonly files: readonly string[] }[];
}

export interface DemoPhoto extends ManifestPhoto {
  readonly uid: string;
  readonly path: string;
  /** Minutes east of UTC. */
  readonly utcOffset: number;
  /** Epoch seconds, as the manifest has it. */
  readonly takenAt: number;
  /** Bytes. */
  readonly size: number;
  readonly sha1: string;
}

interface DemoAlbum {
  readonly uid: string;
  readonly name: string;
  readonly photoUids: readonly string[];
}

/** The demo pictures by uid, newest first, and their albums by uid. */
export interface DemoLibrary {
  readonly photos: ReadonlyMap<string, DemoPhoto>;
  readonly albums: ReadonlyMap<string, DemoAlbum>;
}

const photoUid = (file: string): string => `demo-${file}`;
const albumUid = (name: string): string => `demo-album-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`;

/** Reads the manifest and, once, every picture for its size and sha1: 4 MB. */
export async function readLibrary(): Promise<DemoLibrary> {
  const manifest = JSON.parse(await readFile(new URL('manifest.json', import.meta.url), 'utf8')) as Manifest;
  const photos = await Promise.all(manifest.photos.map(demoPhoto));
  photos.sort((a, b) => b.takenAt - a.takenAt || (a.uid < b.uid ? -1 : 1));
  const albums = manifest.albums.map(({ name, files }): DemoAlbum => ({
    uid: albumUid(name),
    name,
    photoUids: files.map(photoUid),
  }));
  return {
    photos: new Map(photos.map((photo) => [photo.uid, photo])),
    albums: new Map(albums.map((album) => [album.uid, album])),
  };
}

async function demoPhoto(photo: ManifestPhoto): Promise<DemoPhoto> {
  const path = fileURLToPath(new URL(`photos/${photo.file}`, import.meta.url));
  const bytes = await readFile(path);
  const utcOffset = offsetMinutes(photo.utc_offset);
  return {
    ...photo,
    uid: photoUid(photo.file),
    path,
    utcOffset,
    takenAt: shiftedTime(photo.taken_local, utcOffset, 0),
    size: bytes.length,
    sha1: createHash('sha1').update(bytes).digest('hex'),
  };
}
