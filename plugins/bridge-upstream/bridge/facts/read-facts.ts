import {
  cameraName,
  fileFormat as formatOf,
  isPlausibleTime,
  movieContentIdentifier,
  readMovie,
  type ByteSource,
} from 'photofinch/plugin-api/toolkit';
import type { Pictures } from '../pictures/pictures.ts';
import { exifFacts, type ExifFacts } from './exif.ts';
import type { Excerpt } from './excerpt.ts';
import type { FileFacts } from './file-facts.ts';
import { fileSeconds, localInstant, timeInName } from './name-time.ts';
import { fileType, type FileType } from '../scan/photo-files.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

type Time = Pick<FileFacts, 'captureTime' | 'captureTimeSource' | 'utcOffset'>;

export interface Subject {
  readonly path: string;
  readonly mtimeMs: number;
  readonly excerpt: Excerpt;
  /** Random access to the whole file. */
  readonly source: ByteSource;
  readonly pictures: Pick<Pictures, 'header'>;
  /** Epoch seconds. */
  readonly now: number;
}

/** Reads the facts that a file contains, as far as it is readable. Fails only if the store fails. */
export async function readFacts(subject: Subject): Promise<FileFacts> {
  const { path, excerpt, pictures } = subject;
  const { kind, mediaType } = fileFormat(path, excerpt.bytes);
  if (kind === 'video') return { kind, mediaType, ...(await movieFacts(subject, mediaType)) };

  const header = await pictures.header(excerpt);
  const exif = exifFacts(header.tags);
  const size = pictureSize(header.size, kind, mediaType, exif);
  return {
    kind,
    mediaType,
    ...timeOf(subject, exif.wallClock, exif.utcOffset),
    width: size?.width ?? null,
    height: size?.height ?? null,
    duration: null,
    lat: exif.location?.lat ?? null,
    lng: exif.location?.lng ?? null,
    device: exif.device,
    orientation: exif.orientation,
    contentId: exif.contentId,
  };
}

/** The facts of a file whose content is unreadable. */
export function factsByName(subject: Pick<Subject, 'path' | 'mtimeMs' | 'now'>): FileFacts {
  return {
    ...fileFormat(subject.path, Buffer.alloc(0)),
    ...timeOf(subject, null, null),
    ...{ width: null, height: null, duration: null, lat: null, lng: null, device: null, orientation: null },
    contentId: null,
  };
}

/** Bytes: a larger video cannot be the motion part of a photo. */
const longestMotion = 64 * 1024 * 1024;

async function movieFacts(subject: Subject, mediaType: string): Promise<Omit<FileFacts, 'kind' | 'mediaType'>> {
  const isIsoMedia = /^video\/(mp4|x-m4v|quicktime|3gpp)$/.test(mediaType);
  const movie = isIsoMedia ? await readMovie(subject.source) : null;
  const created = movie?.creationTime ?? null;
  const time: Time =
    created !== null && isPlausible(created, subject.now)
      ? { captureTime: created, captureTimeSource: 'exif', utcOffset: movie?.utcOffset ?? null }
      : timeOf(subject, null, null);
  return {
    ...time,
    width: movie?.size?.width ?? null,
    height: movie?.size?.height ?? null,
    duration: movie?.duration ?? null,
    lat: movie?.location?.lat ?? null,
    lng: movie?.location?.lng ?? null,
    device: movie && cameraName(movie.make, movie.model),
    orientation: null,
    contentId: isIsoMedia && subject.source.size <= longestMotion ? await movieContentIdentifier(subject.source) : null,
  };
}

/** The time of the camera's clock, or else of the file name, or else of the last modification. */
function timeOf(
  { path, mtimeMs, now }: Pick<Subject, 'path' | 'mtimeMs' | 'now'>,
  wallClock: number | null,
  utcOffset: number | null,
): Time {
  if (wallClock !== null) {
    const captureTime = utcOffset === null ? localInstant(wallClock) : wallClock - utcOffset * 60;
    if (isPlausible(captureTime, now)) return { captureTime, captureTimeSource: 'exif', utcOffset };
  }
  const nameTime = timeInName(path);
  if (nameTime) {
    const captureTime = nameTime.utc ? nameTime.wallClock : localInstant(nameTime.wallClock);
    if (isPlausible(captureTime, now)) return { captureTime, captureTimeSource: 'name', utcOffset: null };
  }
  return { captureTime: fileSeconds(mtimeMs), captureTimeSource: 'mtime', utcOffset: null };
}

const DAY = 86_400;

/** Also rejects the epoch itself, which a clock shows that was never set. */
const isPlausible = (time: number, now: number): boolean => isPlausibleTime(time, now) && Math.abs(time) > DAY;

/** The upright size. */
function pictureSize(stored: Size | null, kind: string, mediaType: string, exif: ExifFacts): Size | null {
  const isSideways = (exif.orientation ?? 1) >= 5;
  const rotate = ({ width, height }: Size): Size => (isSideways ? { width: height, height: width } : { width, height });
  // The first picture in a RAW file is only a preview; EXIF contains the size of the photo.
  if (!stored || kind === 'raw') return exif.size && rotate(exif.size);
  // These containers have their own rotation properties, which are already applied to the size in the header; EXIF repeats
  // them.
  return /^image\/(heic|heif|avif)$/.test(mediaType) ? stored : rotate(stored);
}

/** Formats that the first bytes identify reliably. */
const certain = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/x-msvideo']);

/**
 * The format of a file by its first bytes, since extensions are often wrong, and by its name. If the content is not
 * conclusive, the name decides: most RAW formats begin like TIFF, and all videos in one kind of container begin alike.
 */
function fileFormat(path: string, head: Uint8Array): FileType {
  const typeByName = fileType(path) ?? { kind: 'image', mediaType: 'application/octet-stream' };
  const { mime, brand } = formatOf(head) ?? {};
  if (mime === undefined) return typeByName;
  const kind = mime.startsWith('video/') ? 'video' : 'image';
  if (brand === undefined) {
    const isCertain = certain.has(mime) || (mime === 'image/tiff' && typeByName.kind !== 'raw');
    return isCertain ? { kind, mediaType: mime } : typeByName;
  }
  if (brand === 'crx ') return { kind: 'raw', mediaType: 'image/x-canon-cr3' };
  if (kind === 'video') return typeByName.kind === 'video' ? typeByName : { kind, mediaType: mime };
  return mime === 'image/heic' && typeByName.mediaType === 'image/heif' ? typeByName : { kind, mediaType: mime };
}
