import { writtenOffset, type CaptureTime, type ExifTime } from './capture-time.ts';
import { clockZone, fixedZone, namedZone, offsetText, type ClockZone } from './clock-zone.ts';
import { formatWallClock, isTimeZone, zoneAt } from './time-zone.ts';

/** A decision about the time of a photo. */
export interface TimeDecision {
  /** Wall clock at the place of capture: `2024-02-29T23:59:58`; null: as the file says. */
  readonly local: string | null;
  /** IANA name or `+02:00`; null: the zone of the place, else the one in which the file was dated. */
  readonly zone: string | null;
}

export interface TimeInput {
  /** The time and zone of the file. */
  readonly file: CaptureTime;
  /** Read only where the place was decided and the time was not. */
  readonly exif: () => ExifTime;
  /** Where the photo counts as taken. */
  readonly position: { readonly lat: number; readonly lng: number } | null;
  /** Whether people decided that place. */
  readonly moved: boolean;
  /** IANA name: the zone of photos whose own is unknown. */
  readonly defaultZone: string;
}

/** Seconds as if in UTC of `2024-02-29T23:59:58`. */
export const wallClockOf = (local: string): number => Date.parse(`${local}Z`) / 1000;

/**
 * When a photo counts as taken: the decision, else the file.
 *
 * A decided wall clock stays, wherever the photo is moved: its zone is the decided one, else that of the place, else
 * the one in which its file was dated. If only the place was decided, the photo is dated as the indexer dates a photo
 * with that place: the zone that its camera wrote still holds; else the camera's clock stays, and a time that the file
 * knows as an instant is shown by the clocks of the place.
 */
export function countedTime(decided: TimeDecision, input: TimeInput): CaptureTime {
  const { file, position, moved } = input;
  if (decided.local !== null) {
    const zone = (decided.zone === null ? null : clockZone(decided.zone)) ?? ruledZone(input);
    return { takenAt: zone.toInstant(wallClockOf(decided.local)), takenAtLocal: decided.local };
  }
  const there = moved && position ? zoneAt(position.lat, position.lng) : null;
  if (there === null) return file;
  const exif = input.exif();
  if (writtenOffset(exif) !== null) return file;
  const zone = namedZone(there);
  return exif.wallClock !== null && formatWallClock(exif.wallClock) === file.takenAtLocal
    ? { takenAt: zone.toInstant(exif.wallClock), takenAtLocal: file.takenAtLocal }
    : { takenAt: file.takenAt, takenAtLocal: formatWallClock(zone.toWallClock(file.takenAt)) };
}

/** The zone of a decided wall clock without a decided zone. */
function ruledZone({ file, position, defaultZone }: Omit<TimeInput, 'exif' | 'moved'>): ClockZone {
  const there = position && zoneAt(position.lat, position.lng);
  if (there) return namedZone(there);
  const fallback = namedZone(isTimeZone(defaultZone) ? defaultZone : 'UTC');
  const offset = wallClockOf(file.takenAtLocal) - file.takenAt;
  // The library's zone keeps its summer time on other days; an offset of the camera's own is all that is known of it.
  return fallback.toWallClock(file.takenAt) - file.takenAt === offset ? fallback : fixedZone(offset / 60);
}

/**
 * The decision that lets a photo count as taken later, by the clock that it was taken by.
 * @param counts as it counts now, by the decision `before`
 * @param seconds less than 0 for earlier
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
  // Such a photo was not dated by its place: it keeps its difference from UTC.
  const minutes = Math.round((wallClock - counts.takenAt) / 60);
  const zone = offsetText(minutes);
  return { local, zone: clockZone(zone) ? zone : null };
}

/**
 * The decision for a photo that was taken in a place with the zone `to` by a camera that was set to the zone `from`.
 */
export function rezonedTime(counts: CaptureTime, from: ClockZone, to: { zone: ClockZone; name: string }): TimeDecision {
  const instant = from.toInstant(wallClockOf(counts.takenAtLocal));
  return { local: formatWallClock(to.zone.toWallClock(instant)), zone: to.name };
}
