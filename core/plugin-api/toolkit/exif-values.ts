/** Interpretation of EXIF values. They are untrusted input, so nothing is assumed about them. */

/**
 * `2004:08:25 14:38:05` and its common variants → seconds as if UTC; null for `0000:00:00 00:00:00` and the like. Seconds above
 * 59 count as 59.
 */
export function parseExifDate(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = /^\s*(\d{4})[:\-/.](\d{1,2})[:\-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?/.exec(value);
  if (!match) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  return wallClockOf(part(1), part(2), part(3), part(4), part(5), Math.min(part(6), 59));
}

/** Seconds as if UTC; null for a day that does not exist, such as 31 February. */
export function wallClockOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const exists =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute;
  return exists ? date.getTime() / 1000 : null;
}

/** `+05:30` → 330; null for an offset that no time zone has */
export function parseExifOffset(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  if (/^\s*Z/.test(value)) return 0;
  const match = /^\s*([+-])(\d{1,2}):?(\d{2})/.exec(value);
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return plausibleOffset(match[1] === '-' ? -minutes : minutes);
}

/** Minutes east of UTC, or null if out of range: time zones are between 12 hours west and 14 hours east. */
export function plausibleOffset(minutes: number | null): number | null {
  return minutes !== null && minutes >= -12 * 60 && minutes <= 14 * 60 ? minutes : null;
}

/** The year of the oldest photograph that still exists. */
const firstPhotograph = Date.UTC(1826, 0, 1) / 1000;
const day = 86_400;

/** Epoch seconds. A time in the future, or before photography, comes from a wrong clock. */
export function isPlausibleTime(time: number, now: number): boolean {
  return Number.isFinite(time) && time >= firstPhotograph && time <= now + day;
}

/** Cameras without a GPS fix write zeros; nobody takes photos in the Gulf of Guinea at exactly 0° 0'. */
export function plausiblePosition(lat: number | null, lng: number | null): { lat: number; lng: number } | null {
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  return lat === 0 && lng === 0 ? null : { lat, lng };
}

/**
 * Make and model without repetition: `Canon EOS 40D`, not `Canon Canon EOS 40D`; `KODAK CX7530`, not with the company's
 * name.
 */
export function cameraName(make: string | null, model: string | null): string | null {
  if (!make || !model) return model ?? make;
  const [firstWord = ''] = model.toLowerCase().split(/[\s-]/, 1);
  return make.toLowerCase().split(/\s+/).includes(firstWord) ? model : `${make} ${model}`;
}

/** EXIF as TIFF: RAW files of Olympus and Panasonic are TIFF with a different magic number, which is corrected. */
export function exifView(bytes: Uint8Array): DataView {
  const mark = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(4, bytes.byteLength)).toString('latin1');
  const tiff = /^II(R[OS]|U\0)$/.test(mark) ? Uint8Array.from(bytes) : bytes;
  if (tiff !== bytes) tiff.set([0x2a, 0], 2);
  return new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
}
