import type { MovieFacts } from '../plugin-api/toolkit/index.ts';

/** Seconds: an earlier time comes from a clock that was never set. */
const day = 86_400;

/** The metadata of a video in place of EXIF: only fields that are present, so that they can be stored as JSON. */
export function movieTags(movie: MovieFacts): Readonly<Record<string, unknown>> {
  const { creationTime, utcOffset, duration, location, make, model } = movie;
  const isDated = creationTime !== null && creationTime > day;
  return {
    ...(duration !== null && { Duration: duration }),
    ...(isDated && { CreationTime: creationTime }),
    ...(isDated && utcOffset !== null && { UtcOffset: utcOffset }),
    ...(location && { Latitude: location.lat, Longitude: location.lng }),
    ...(make !== null && { Make: make }),
    ...(model !== null && { Model: model }),
  };
}
