import { cameraName, parseExifDate, parseExifOffset, plausiblePosition } from 'photofinch/plugin-api/toolkit';

/** The facts in EXIF that the bridge lists. */
export interface ExifFacts {
  /** Wall clock in seconds as if UTC. */
  readonly wallClock: number | null;
  /** Minutes east of UTC. */
  readonly utcOffset: number | null;
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly device: string | null;
  readonly orientation: number | null;
  /** The stored size, before any rotation. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The identifier that Apple writes into both files of a live photo. */
  readonly contentId: string | null;
}

/** Facts from the tags of a picture (see `exif-tags.ts`), which may be malformed or malicious. */
export function exifFacts(tags: Readonly<Record<string, unknown>>): ExifFacts {
  const original = parseExifDate(tags['DateTimeOriginal']);
  const offset = original === null ? tags['OffsetTimeDigitized'] : tags['OffsetTimeOriginal'];
  const orientation = tags['Orientation'];
  const [width, height] = [tags['PixelXDimension'], tags['PixelYDimension']];
  return {
    wallClock: original ?? parseExifDate(tags['DateTimeDigitized']),
    utcOffset: parseExifOffset(offset) ?? parseExifOffset(tags['OffsetTime']),
    location: locationOf(tags),
    device: cameraName(text(tags['Make']), text(tags['Model'])),
    orientation: isWhole(orientation) && orientation >= 1 && orientation <= 8 ? orientation : null,
    size: isWhole(width) && isWhole(height) && width > 0 && height > 0 ? { width, height } : null,
    contentId: text(tags['ContentIdentifier']),
  };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function locationOf(tags: Readonly<Record<string, unknown>>): ExifFacts['location'] {
  const lat = degrees(tags['GPSLatitude'], tags['GPSLatitudeRef'], 'S');
  const lng = degrees(tags['GPSLongitude'], tags['GPSLongitudeRef'], 'W');
  return plausiblePosition(lat, lng);
}

function degrees(value: unknown, ref: unknown, negative: 'S' | 'W'): number | null {
  const [whole, minutes = 0, seconds = 0] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (!isFinite(whole) || !isFinite(minutes) || !isFinite(seconds)) return null;
  const magnitude = Math.abs(whole) + minutes / 60 + seconds / 3600;
  const isNegative = whole < 0 || (typeof ref === 'string' && ref.trim().toUpperCase().startsWith(negative));
  return isNegative ? -magnitude : magnitude;
}

const isFinite = (value: unknown): value is number => Number.isFinite(value);

/** A single line without control characters, or null. Cameras pad texts with spaces and NULs. */
function text(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = value
    .replace(/\0[\s\S]*$/, '')
    .replace(/[\u0001-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')
    .trim();
  return clean === '' ? null : Buffer.from(clean.slice(0, 200)).toString().normalize('NFC');
}
