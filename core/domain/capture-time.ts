import { isPlausibleTime, plausibleOffset } from '../plugin-api/toolkit/exif-values.ts';
import { fixedZone, namedZone, type ClockZone } from './clock-zone.ts';
import { formatWallClock, instantAt, zoneAt } from './time-zone.ts';

/** The capture time in a photo's own metadata. */
export interface ExifTime {
  /** Wall clock in seconds as if UTC; see `time-zone.ts`. */
  readonly wallClock: number | null;
  /** Minutes east of UTC, if the camera recorded it. */
  readonly utcOffset: number | null;
  /** Epoch seconds by GPS; may differ from the capture by minutes. */
  readonly gpsTime: number | null;
  /**
   * When a program created the file, by its own word. For edited photos, that is often the time of their export, so any
   * time of the capture is better.
   */
  readonly created: { readonly wallClock: number; readonly utcOffset: number | null } | null;
}

/** The capture time according to the photo source, in epoch seconds. */
export interface SourceTime {
  readonly captureTime: number;
  readonly captureTimeSource: 'upstream' | 'exif' | 'name' | 'mtime';
  /** Minutes east of UTC. */
  readonly utcOffset: number | null;
  readonly modifiedTime: number;
}

export interface CaptureTimeInput {
  readonly source: SourceTime;
  readonly exif: ExifTime;
  readonly position: { readonly lat: number; readonly lng: number } | null;
  /** IANA name: the time zone of photos whose own is unknown. */
  readonly defaultZone: string;
  /** Epoch seconds. */
  readonly now: number;
}

export interface CaptureTime {
  /** Epoch seconds. */
  readonly takenAt: number;
  /** The wall clock at the place of capture: `2024-02-29T23:59:58`. */
  readonly takenAtLocal: string;
}

const QUARTER = 15 * 60;

/** Seconds by which the camera's clock may differ from a fresh GPS time, apart from its time zone. */
const FRESH = 60;

/** Offsets in minutes that zones have, or have had since cameras receive GPS, besides whole hours. */
const oddOffsets: ReadonlySet<number> = new Set([
  ...[-570, -270, -210, -150],
  ...[210, 270, 330, 345, 390, 510, 525, 570, 630, 690, 765, 825],
]);

/**
 * Determines when a photo was taken.
 *
 * A time that the store itself knows takes precedence; then the camera's; then that of GPS; then the source's guess from the
 * name; then that at which a program created the file; then the times of the file itself. The time zone is the camera's,
 * else the difference between its clock and GPS time if the camera was set to another time zone than that of the place, else
 * that of the place, else the source's, else the server's.
 */
export function captureTime(input: CaptureTimeInput): CaptureTime {
  const { source, exif, now } = input;
  const zone = zoneOf(input);

  if (source.captureTimeSource === 'upstream' && isPlausibleTime(source.captureTime, now)) {
    return fromInstant(source.captureTime, zone);
  }
  // A wall clock may be up to 14 hours ahead of UTC, which the day of tolerance covers.
  if (exif.wallClock !== null && isPlausibleTime(exif.wallClock, now)) return fromWallClock(exif.wallClock, zone);
  const guesses = [exif.gpsTime, ...(source.captureTimeSource === 'mtime' ? [] : [source.captureTime])];
  const guess = guesses.find((time) => time !== null && isPlausibleTime(time, now));
  if (typeof guess === 'number') return fromInstant(guess, zone);
  if (exif.created && isPlausibleTime(exif.created.wallClock, now)) {
    return fromWallClock(exif.created.wallClock, zoneOf({ ...input, exif: { ...exif, ...exif.created } }));
  }
  const ofFile = [source.captureTime, source.modifiedTime].find((time) => isPlausibleTime(time, now));
  return fromInstant(ofFile ?? now, zone);
}

function fromWallClock(wallClock: number, zone: ClockZone): CaptureTime {
  return { takenAt: zone.toInstant(wallClock), takenAtLocal: formatWallClock(wallClock) };
}

function fromInstant(instant: number, zone: ClockZone): CaptureTime {
  return { takenAt: instant, takenAtLocal: formatWallClock(zone.toWallClock(instant)) };
}

function zoneOf({ source, exif, position, defaultZone }: CaptureTimeInput): ClockZone {
  const placeZone = position && zoneAt(position.lat, position.lng);
  const offset = exifOffset(exif, placeZone);
  if (offset !== null) return fixedZone(offset);
  if (placeZone) return namedZone(placeZone);
  const storeOffset = plausibleOffset(source.utcOffset);
  return storeOffset === null ? namedZone(defaultZone) : fixedZone(storeOffset);
}

/**
 * Minutes east of UTC according to the camera, or to GPS; null if neither is known, or GPS does not contradict the time zone
 * of the place.
 */
export const exifOffset = (exif: ExifTime, placeZone: string | null): number | null =>
  plausibleOffset(exif.utcOffset) ?? offsetBySatellite(exif, placeZone);

/**
 * The offset of the camera's clock from GPS time, rounded to quarters of an hour like real time zones, so that a slightly
 * old GPS time does no harm. An older one, such as that of the last fix before a tunnel, gives an offset that no zone has,
 * or one that is less than an hour from that of the place. Such an offset, as of a camera with the time of India in Nepal,
 * is taken only from a fresh GPS time. One that is older by just 15, 30 or 45 minutes looks fresh.
 */
function offsetBySatellite({ wallClock, gpsTime }: ExifTime, placeZone: string | null): number | null {
  if (wallClock === null || gpsTime === null) return null;
  const rounded = Math.round((wallClock - gpsTime) / QUARTER) * QUARTER;
  const minutes = plausibleOffset(rounded / 60);
  if (minutes === null || (minutes % 60 !== 0 && !oddOffsets.has(minutes))) return null;
  if (placeZone === null) return minutes;
  const ofPlace = (wallClock - instantAt(wallClock, placeZone)) / 60;
  const apart = Math.abs(minutes - ofPlace);
  const isFresh = Math.abs(wallClock - gpsTime - rounded) <= FRESH;
  return apart >= 60 || (apart > 0 && isFresh) ? minutes : null;
}
