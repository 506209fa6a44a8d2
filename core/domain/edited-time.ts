import { exifOffset, type CaptureTime, type ExifTime } from './capture-time.ts';
import { clockZone, fixedZone, namedZone, offsetText, type ClockZone } from './clock-zone.ts';
import { formatWallClock, isTimeZone, zoneAt } from './time-zone.ts';

/** A decision about the capture time of a photo. */
export interface TimeDecision {
  /** The wall clock at the place of capture: `2024-02-29T23:59:58`; null: that of the file. */
  readonly local: string | null;
  /** IANA name or `+02:00`; null: the time zone of the place, else the one with which the file was dated. */
  readonly zone: string | null;
}

export interface TimeInput {
  /** The time and time zone of the file. */
  readonly file: CaptureTime;
  /** Only called if the place was decided and the time was not. */
  readonly exif: () => ExifTime;
  /** The position of the photo, after decisions. */
  readonly position: { readonly lat: number; readonly lng: number } | null;
  /** Whether users decided that position. */
  readonly moved: boolean;
  /** IANA name: the time zone of photos whose own is unknown. */
  readonly defaultZone: string;
}

/** `2024-02-29T23:59:58` → seconds as if UTC. */
export const wallClockOf = (local: string): number => Date.parse(`${local}Z`) / 1000;

/**
 * The effective capture time of a photo: the decision, else the file's.
 *
 * A decided wall clock stays the same if the photo is moved: its time zone is the decided one, else that of the place, else
 * the one with which the file was dated. If only the place was decided, the photo is dated like an indexed photo with that
 * place: a time zone that the camera recorded still applies; otherwise the camera's wall clock stays, and a time that the
 * file has as an instant is shown in the time zone of the place.
 */
export function countedTime(decision: TimeDecision, input: TimeInput): CaptureTime {
  const { file, position, moved } = input;
  if (decision.local !== null) {
    const zone = (decision.zone === null ? null : clockZone(decision.zone)) ?? ruledZone(input);
    return { takenAt: zone.toInstant(wallClockOf(decision.local)), takenAtLocal: decision.local };
  }
  const placeZone = moved && position ? zoneAt(position.lat, position.lng) : null;
  if (placeZone === null) return file;
  const exif = dating(input.exif(), file);
  if (exifOffset(exif, placeZone) !== null) return file;
  const zone = namedZone(placeZone);
  const { wallClock } = exif;
  return wallClock !== null && shows(file, wallClock)
    ? { takenAt: zone.toInstant(wallClock), takenAtLocal: file.takenAtLocal }
    : { takenAt: file.takenAt, takenAtLocal: formatWallClock(zone.toWallClock(file.takenAt)) };
}

const shows = (file: CaptureTime, wallClock: number): boolean => formatWallClock(wallClock) === file.takenAtLocal;

/** The metadata that dated a file: with the time of its creation, and the offset of that, if no better one did. */
function dating(exif: ExifTime, file: CaptureTime): ExifTime {
  const { wallClock, created } = exif;
  if (wallClock !== null && shows(file, wallClock)) return exif;
  return created && shows(file, created.wallClock) ? { ...exif, ...created } : exif;
}

/** The time zone of a decided wall clock without a decided time zone. */
function ruledZone({ file, position, defaultZone }: Omit<TimeInput, 'exif' | 'moved'>): ClockZone {
  const placeZone = position && zoneAt(position.lat, position.lng);
  if (placeZone) return namedZone(placeZone);
  const fallback = namedZone(isTimeZone(defaultZone) ? defaultZone : 'UTC');
  const offset = wallClockOf(file.takenAtLocal) - file.takenAt;
  // The library's time zone has its own summer time on other days; an offset recorded by the camera is all that is known.
  return fallback.toWallClock(file.takenAt) - file.takenAt === offset ? fallback : fixedZone(offset / 60);
}

/**
 * The decision that shifts the effective capture time of a photo, on the wall clock of its place.
 * @param counts the effective capture time with the decision `before`
 * @param seconds negative for earlier
 */
export function shiftedTime(
  counts: CaptureTime,
  before: TimeDecision,
  seconds: number,
  input: TimeInput,
): TimeDecision {
  const local = formatWallClock(wallClockOf(counts.takenAtLocal) + seconds);
  if (before.local !== null) return { local, zone: before.zone };
  const wallClock = wallClockOf(counts.takenAtLocal);
  if (ruledZone(input).toInstant(wallClock) === counts.takenAt) return { local, zone: null };
  // Such a photo was not dated by its place: it keeps its offset from UTC.
  const minutes = Math.round((wallClock - counts.takenAt) / 60);
  const zone = offsetText(minutes);
  return { local, zone: clockZone(zone) ? zone : null };
}

/** The decision for a photo that was taken in the time zone `to` with a camera set to the time zone `from`. */
export function rezonedTime(counts: CaptureTime, from: ClockZone, to: { zone: ClockZone; name: string }): TimeDecision {
  const instant = from.toInstant(wallClockOf(counts.takenAtLocal));
  return { local: formatWallClock(to.zone.toWallClock(instant)), zone: to.name };
}
