import type { CaptureTime, ExifTime } from './capture-time.ts';
import { countedTime } from './edited-time.ts';
import type { Turn } from './turn.ts';

/** Decisions about a photo, which override the facts of its file; null for no decision. */
export interface PhotoDecision {
  readonly takenAtLocal: string | null;
  /** IANA name or `+02:00`; see `edited-time.ts`. */
  readonly zone: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  /** The town at that position. */
  readonly placeId: number | null;
  /** The photo has no position, even if the file has one. */
  readonly noPlace: boolean;
  /** Empty: the photo has no caption, even if the file has one. */
  readonly caption: string | null;
  /** Degrees clockwise, relative to the upright position according to the file. */
  readonly rotation: Turn;
}

/** The facts of a photo that users can decide about. */
export interface DecidableFacts extends CaptureTime {
  readonly caption: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly placeId: number | null;
}

export const noDecision: PhotoDecision = {
  takenAtLocal: null,
  zone: null,
  lat: null,
  lng: null,
  placeId: null,
  noPlace: false,
  caption: null,
  rotation: 0,
};

export const decidesNothing = (decision: PhotoDecision): boolean =>
  decision.rotation === 0 && decision.takenAtLocal === null && decision.caption === null && !decidesPlace(decision);

/** Whether there is a decision about the position, including that it should not be known. */
export const decidesPlace = ({ lat, noPlace }: Pick<PhotoDecision, 'lat' | 'noPlace'>): boolean =>
  noPlace || lat !== null;

/** The effective facts: the decisions, else the facts of the file. */
export function countedFacts(
  file: DecidableFacts,
  decision: PhotoDecision,
  context: { readonly exif: () => ExifTime; readonly defaultZone: string },
): DecidableFacts {
  const moved = decidesPlace(decision);
  const { lat, lng, placeId } = moved ? decision : file;
  const position = lat === null || lng === null ? null : { lat, lng };
  return {
    ...countedTime({ local: decision.takenAtLocal, zone: decision.zone }, { file, position, moved, ...context }),
    caption: decision.caption === null ? file.caption : decision.caption || null,
    lat,
    lng,
    placeId,
  };
}
