import type { ExifTime } from './capture-time.ts';

/** What a photo's EXIF, XMP and IPTC said, by block (`ifd0`, `exif`, `gps`, `dc`, …) and tag: JSON values alone. */
export type PhotoTags = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The facts of a photo that its own metadata tells. */
export interface PhotoFacts extends ExifTime {
  readonly position: { readonly lat: number; readonly lng: number } | null;
  readonly camera: string | null;
  readonly lens: string | null;
  readonly caption: string | null;
}

const NAME_LENGTH = 200;
const CAPTION_LENGTH = 2000;

/** Captions that cameras write by themselves say nothing about the picture. */
const factoryCaption =
  /^(OLYMPUS DIGITAL CAMERA|SONY DSC|(KONICA )?MINOLTA DIGITAL CAMERA|DIGITAL CAMERA|KODAK Digital Still Camera|SAMSUNG (CAMERA PICTURES|DIGITAL CAMERA)|DCIM.*|<?(MAKE|digital camera|default)>?)$/i;

/** Reads the facts out of the tags. Takes nothing for granted: tags come from strangers. */
export function photoFacts(tags: PhotoTags): PhotoFacts {
  const { ifd0 = {}, gps = {}, dc = {}, iptc = {}, xmp = {} } = tags;
  // Programs that write a picture anew often keep its time in XMP alone.
  const exif: Readonly<Record<string, unknown>> = { DateTimeOriginal: xmp['DateTimeOriginal'], ...tags['exif'] };
  const original = parseExifDate(exif['DateTimeOriginal']);
  return {
    wallClock: original ?? parseExifDate(exif['CreateDate']),
    utcOffset:
      parseOffset(original === null ? exif['OffsetTimeDigitized'] : exif['OffsetTimeOriginal']) ??
      parseOffset(exif['OffsetTime']) ??
      offsetAfterTime(original === null ? exif['CreateDate'] : exif['DateTimeOriginal']),
    gpsTime: satelliteTime(gps['GPSDateStamp'], gps['GPSTimeStamp']),
    position: positionOf(gps),
    camera: cameraName(text(ifd0['Make'], NAME_LENGTH), text(ifd0['Model'], NAME_LENGTH)),
    lens: text(exif['LensModel'], NAME_LENGTH),
    caption: captionOf(dc['description']) ?? captionOf(ifd0['ImageDescription']) ?? captionOf(iptc['Caption']),
  };
}

/**
 * `2004:08:25 14:38:05` and its common misspellings → seconds as if UTC; null for no date, as in `0000:00:00 00:00:00`.
 */
export function parseExifDate(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = /^\s*(\d{4})[:\-/.](\d{1,2})[:\-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?/.exec(value);
  if (!match) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const exists =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute;
  return exists ? date.getTime() / 1000 : null;
}

/** `+05:30` → 330 */
function parseOffset(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  if (/^\s*Z/.test(value)) return 0;
  const match = /^\s*([+-])(\d{1,2}):?(\d{2})/.exec(value);
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

/** XMP writes the zone behind the time: `2004-08-27T13:52:55+02:00`. */
function offsetAfterTime(value: unknown): number | null {
  return typeof value === 'string' ? parseOffset(/:\d{2}(?:\.\d+)?([+-]\d{2}:\d{2}|Z)\s*$/.exec(value)?.[1]) : null;
}

function satelliteTime(date: unknown, time: unknown): number | null {
  const day = parseExifDate(date);
  const [hour, minute, second] = numbers(time);
  if (day === null || hour === undefined || minute === undefined || second === undefined) return null;
  if (hour > 24 || minute > 60 || second > 61) return null;
  return day + hour * 3600 + minute * 60 + Math.floor(second);
}

function positionOf(gps: Readonly<Record<string, unknown>>): PhotoFacts['position'] {
  const lat = degrees(gps['GPSLatitude'], gps['GPSLatitudeRef'], 'S');
  const lng = degrees(gps['GPSLongitude'], gps['GPSLongitudeRef'], 'W');
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  // Cameras without a fix write zeros; nobody photographs in the Gulf of Guinea at exactly 0° 0'.
  return lat === 0 && lng === 0 ? null : { lat, lng };
}

function degrees(value: unknown, ref: unknown, negative: 'S' | 'W'): number | null {
  const [whole, minutes = 0, seconds = 0] = numbers(value);
  if (whole === undefined) return null;
  const magnitude = Math.abs(whole) + minutes / 60 + seconds / 3600;
  return (typeof ref === 'string' && ref.trim().toUpperCase().startsWith(negative)) || whole < 0
    ? -magnitude
    : magnitude;
}

/** The leading finite numbers, none negative but the first. */
function numbers(value: unknown): number[] {
  const list: number[] = [];
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (typeof item !== 'number' || !Number.isFinite(item) || (list.length > 0 && item < 0)) break;
    list.push(item);
  }
  return list;
}

/** Maker and model, said once: `Canon EOS 40D`, not `Canon Canon EOS 40D`; `KODAK CX7530`, not with the company's name. */
export function cameraName(make: string | null, model: string | null): string | null {
  if (!make || !model) return model ?? make;
  const [firstWord = ''] = model.toLowerCase().split(/[\s-]/, 1);
  return make.toLowerCase().split(/\s+/).includes(firstWord) ? model : `${make} ${model}`;
}

/** XMP gives `{lang, value}`, or a list of them, one a language. */
function captionOf(value: unknown): string | null {
  if (Array.isArray(value)) return captionOf((value as unknown[])[0]);
  if (typeof value === 'object' && value !== null && 'value' in value) return captionOf(value.value);
  const caption = text(value, CAPTION_LENGTH);
  return caption !== null && factoryCaption.test(caption) ? null : caption;
}

/** One clean line or null. Cameras pad with spaces and NULs. */
function text(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const clean = value
    .replace(/\0[\s\S]*$/, '')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')
    .trim()
    .normalize('NFC');
  if (clean === '') return null;
  return clean.length > maxLength
    ? `${Array.from(clean)
        .slice(0, maxLength - 1)
        .join('')}…`
    : clean;
}
