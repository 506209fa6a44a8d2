import { wallClockOf } from './name-time.ts';

/** What EXIF says, as far as a listing needs it. */
export interface ExifFacts {
  /** Wall clock in seconds as if UTC. */
  readonly wallClock: number | null;
  /** Minutes east of UTC. */
  readonly utcOffset: number | null;
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly device: string | null;
  readonly orientation: number | null;
  /** As stored, before any turn. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** What the tags of a picture say (see `exif-tags.ts`). Takes nothing for granted: they come from strangers. */
export function exifFacts(tags: Readonly<Record<string, unknown>>): ExifFacts {
  const original = parseExifDate(tags['DateTimeOriginal']);
  const offset = original === null ? tags['OffsetTimeDigitized'] : tags['OffsetTimeOriginal'];
  const orientation = tags['Orientation'];
  const [width, height] = [tags['PixelXDimension'], tags['PixelYDimension']];
  return {
    wallClock: original ?? parseExifDate(tags['DateTimeDigitized']),
    utcOffset: parseOffset(offset) ?? parseOffset(tags['OffsetTime']),
    location: locationOf(tags),
    device: deviceName(text(tags['Make']), text(tags['Model'])),
    orientation: isWhole(orientation) && orientation >= 1 && orientation <= 8 ? orientation : null,
    size: isWhole(width) && isWhole(height) && width > 0 && height > 0 ? { width, height } : null,
  };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** `2004:08:25 14:38:05` and its common misspellings → seconds as if UTC; null for `0000:00:00 00:00:00` and the like. */
export function parseExifDate(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = /^\s*(\d{4})[:\-/.](\d{1,2})[:\-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?/.exec(value);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((index) => Number(match[index] ?? 0));
  return wallClockOf(year ?? 0, month ?? 0, day ?? 0, hour ?? 0, minute ?? 0, second ?? 0);
}

/** `+05:30` → 330; zones reach from 12 hours west to 14 hours east. */
function parseOffset(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  if (/^\s*Z/.test(value)) return 0;
  const match = /^\s*([+-])(\d{1,2}):?(\d{2})/.exec(value);
  if (!match) return null;
  const minutes = (Number(match[2]) * 60 + Number(match[3])) * (match[1] === '-' ? -1 : 1);
  return minutes >= -12 * 60 && minutes <= 14 * 60 ? minutes : null;
}

function locationOf(tags: Readonly<Record<string, unknown>>): ExifFacts['location'] {
  const lat = degrees(tags['GPSLatitude'], tags['GPSLatitudeRef'], 'S');
  const lng = degrees(tags['GPSLongitude'], tags['GPSLongitudeRef'], 'W');
  return plausibleLocation(lat, lng);
}

/** Cameras without a fix write zeros; nobody photographs in the Gulf of Guinea at exactly 0° 0'. */
export function plausibleLocation(lat: number | null, lng: number | null): { lat: number; lng: number } | null {
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  return lat === 0 && lng === 0 ? null : { lat, lng };
}

function degrees(value: unknown, ref: unknown, negative: 'S' | 'W'): number | null {
  const [whole, minutes = 0, seconds = 0] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (!isFinite(whole) || !isFinite(minutes) || !isFinite(seconds)) return null;
  const magnitude = Math.abs(whole) + minutes / 60 + seconds / 3600;
  const turned = whole < 0 || (typeof ref === 'string' && ref.trim().toUpperCase().startsWith(negative));
  return turned ? -magnitude : magnitude;
}

const isFinite = (value: unknown): value is number => Number.isFinite(value);

/** Maker and model, said once: `Canon EOS 40D`, not `Canon Canon EOS 40D`. */
function deviceName(make: string | null, model: string | null): string | null {
  if (!make || !model) return model ?? make;
  const [firstWord = ''] = model.toLowerCase().split(/[\s-]/, 1);
  return make.toLowerCase().split(/\s+/).includes(firstWord) ? model : `${make} ${model}`;
}

/** One clean line or null. Cameras pad with spaces and NULs. */
function text(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = value
    .replace(/\0[\s\S]*$/, '')
    .replace(/[\u0001-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')
    .trim();
  return clean === '' ? null : Buffer.from(clean.slice(0, 200)).toString().normalize('NFC');
}
