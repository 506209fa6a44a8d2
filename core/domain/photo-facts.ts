import { cameraName, parseExifDate, parseExifOffset, plausiblePosition } from '../plugin-api/toolkit/exif-values.ts';
import type { ExifTime } from './capture-time.ts';

/** The EXIF, XMP and IPTC of a photo, by block (`ifd0`, `exif`, `gps`, `dc`, …) and tag; only JSON values. */
export type PhotoTags = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The facts in a photo's own metadata. */
export interface PhotoFacts extends ExifTime {
  readonly position: { readonly lat: number; readonly lng: number } | null;
  readonly camera: string | null;
  readonly lens: string | null;
  readonly caption: string | null;
  /** Seconds, of a video. */
  readonly duration: number | null;
}

const NAME_LENGTH = 200;
const CAPTION_LENGTH = 2000;

/** Default captions of cameras, which do not describe the picture. */
const factoryCaption =
  /^(OLYMPUS DIGITAL CAMERA|SONY DSC|(KONICA )?MINOLTA DIGITAL CAMERA|DIGITAL CAMERA|KODAK Digital Still Camera|SAMSUNG (CAMERA PICTURES|DIGITAL CAMERA)|DCIM.*|<?(MAKE|digital camera|default)>?)$/i;

/** Extracts facts from the tags, which are untrusted input. */
export function photoFacts(tags: PhotoTags): PhotoFacts {
  const { ifd0 = {}, exif = {}, gps = {}, dc = {}, iptc = {}, xmp = {}, movie = {} } = tags;
  // Programs that save a picture often keep its facts only in XMP or IPTC, or blanks in EXIF.
  const original = [exif['DateTimeOriginal'], xmp['DateTimeOriginal']].find(isTime);
  const time = original ?? [exif['CreateDate'], xmp['DateCreated'], timeInIptc(iptc)].find(isTime);
  const wallClock = parseExifDate(time);
  const name = (...values: readonly unknown[]): string | null => firstText(values, NAME_LENGTH);
  return {
    wallClock,
    utcOffset:
      parseExifOffset(original === undefined ? exif['OffsetTimeDigitized'] : exif['OffsetTimeOriginal']) ??
      parseExifOffset(exif['OffsetTime']) ??
      offsetAfterTime(time) ??
      finite(movie['UtcOffset']),
    // Videos write their time in UTC.
    gpsTime:
      satelliteTime(gps['GPSDateStamp'], gps['GPSTimeStamp']) ??
      finite(movie['CreationTime']) ??
      instantOf(xmp['GPSTimeStamp']),
    created: createdTime(xmp['CreateDate']),
    position:
      positionOf(gps) ??
      plausiblePosition(finite(movie['Latitude']), finite(movie['Longitude'])) ??
      plausiblePosition(degreesInXmp(xmp['GPSLatitude']), degreesInXmp(xmp['GPSLongitude'])),
    camera: cameraName(
      name(ifd0['Make'], movie['Make'], xmp['Make']),
      name(ifd0['Model'], movie['Model'], xmp['Model']),
    ),
    lens: name(exif['LensModel'], xmp['LensModel'], xmp['Lens']),
    caption: captionOf(dc['description']) ?? captionOf(ifd0['ImageDescription']) ?? captionOf(iptc['Caption']),
    duration: finite(movie['Duration']),
  };
}

const isTime = (value: unknown): boolean => parseExifDate(value) !== null;

/** IPTC has the day apart from the time. */
function timeInIptc({ DateCreated: day, TimeCreated: time }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof day === 'string' ? `${day}${typeof time === 'string' ? `T${time}` : ''}` : undefined;
}

function createdTime(value: unknown): PhotoFacts['created'] {
  const wallClock = parseExifDate(value);
  return wallClock === null ? null : { wallClock, utcOffset: offsetAfterTime(value) };
}

/** A time with its time zone, which is UTC if there is none. */
function instantOf(value: unknown): number | null {
  const wallClock = parseExifDate(value);
  return wallClock === null ? null : wallClock - (offsetAfterTime(value) ?? 0) * 60;
}

/** XMP appends the time zone to the time: `2004-08-27T13:52:55+02:00`. */
function offsetAfterTime(value: unknown): number | null {
  return typeof value === 'string' ? parseExifOffset(/:\d{2}(?:\.\d+)?([+-]\d{2}:\d{2}|Z)\s*$/.exec(value)?.[1]) : null;
}

function satelliteTime(date: unknown, time: unknown): number | null {
  const day = parseExifDate(date);
  const [hour, minute, second] = numbers(time);
  if (day === null || hour === undefined || minute === undefined || second === undefined) return null;
  if (hour < 0 || hour > 24 || minute > 60 || second > 61) return null;
  return day + hour * 3600 + minute * 60 + Math.floor(second);
}

const finite = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function positionOf(gps: Readonly<Record<string, unknown>>): PhotoFacts['position'] {
  const lat = degrees(gps['GPSLatitude'], gps['GPSLatitudeRef'], 'S');
  const lng = degrees(gps['GPSLongitude'], gps['GPSLongitudeRef'], 'W');
  return plausiblePosition(lat, lng);
}

/** `48,30.5N`, or `48,30,30N`. */
const xmpDegrees = /^\s*(\d{1,3}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?)?\s*([NSEW])\s*$/i;

function degreesInXmp(value: unknown): number | null {
  const found = typeof value === 'string' ? xmpDegrees.exec(value) : null;
  if (!found) return null;
  const [, whole, minutes = 0, seconds = 0, ref = ''] = found;
  return degrees([whole, minutes, seconds].map(Number), ref, /w/i.test(ref) ? 'W' : 'S');
}

function degrees(value: unknown, ref: unknown, negative: 'S' | 'W'): number | null {
  const [wholeDegrees, minutes = 0, seconds = 0] = numbers(value);
  if (wholeDegrees === undefined) return null;
  const magnitude = Math.abs(wholeDegrees) + minutes / 60 + seconds / 3600;
  return (typeof ref === 'string' && ref.trim().toUpperCase().startsWith(negative)) || wholeDegrees < 0
    ? -magnitude
    : magnitude;
}

/** The leading finite numbers, of which only the first may be negative. */
function numbers(value: unknown): number[] {
  const list: number[] = [];
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (typeof item !== 'number' || !Number.isFinite(item) || (list.length > 0 && item < 0)) break;
    list.push(item);
  }
  return list;
}

/** XMP has `{lang, value}`, or a list of these, one per language. */
function captionOf(value: unknown): string | null {
  if (Array.isArray(value)) return captionOf((value as unknown[])[0]);
  if (typeof value === 'object' && value !== null && 'value' in value) return captionOf(value.value);
  const caption = text(value, CAPTION_LENGTH);
  return caption !== null && factoryCaption.test(caption) ? null : caption;
}

function firstText(values: readonly unknown[], maxLength: number): string | null {
  for (const value of values) {
    const found = text(value, maxLength);
    if (found !== null) return found;
  }
  return null;
}

/** A single line without control characters, or null. Cameras pad texts with spaces and NULs. */
function text(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const clean = value
    .replace(/\0[\s\S]*$/, '')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')
    .trim()
    .normalize('NFC');
  if (clean.length <= maxLength) return clean === '' ? null : clean;
  const characters = Array.from(clean);
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : clean;
}
