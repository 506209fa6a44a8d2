import { captureTime } from '../domain/capture-time.ts';
import { photoFacts, type PhotoTags } from '../domain/photo-facts.ts';
import { isTimeZone } from '../domain/time-zone.ts';
import type { PhotoDescription } from '../store/photos/indexed-photo.ts';
import type { SourceNode } from '../plugin-api/photo-source.ts';
import type { GeoPlace } from './geocode.ts';

/** Seconds: a month. */
const longestVideo = 31 * 86_400;

/** The description of a photo by its source and its own metadata, before its place is looked up. */
export type UnplacedDescription = Omit<PhotoDescription, 'placeId'>;

/** A description with the town at its position. */
export interface PlacedDescription {
  readonly description: UnplacedDescription;
  readonly place: GeoPlace | null;
}

export class PhotoDescriber {
  readonly #timeZone: () => string;
  readonly #clock: () => number;
  readonly #placesAt: (
    positions: readonly { lat: number; lng: number }[],
    signal: AbortSignal,
  ) => Promise<(GeoPlace | null)[]>;

  /**
   * @param timeZone the time zone of photos whose own is unknown
   * @param placesAt looks up many positions at once
   */
  constructor(
    timeZone: () => string,
    clock: () => number,
    placesAt: (positions: readonly { lat: number; lng: number }[], signal: AbortSignal) => Promise<(GeoPlace | null)[]>,
  ) {
    this.#timeZone = timeZone;
    this.#clock = clock;
    this.#placesAt = placesAt;
  }

  /** The time zone of photos whose own is unknown. */
  get defaultZone(): string {
    const zone = this.#timeZone();
    return isTimeZone(zone) ? zone : 'UTC';
  }

  async describe(
    photos: readonly { readonly node: SourceNode; readonly tags: PhotoTags }[],
    signal: AbortSignal,
  ): Promise<PlacedDescription[]> {
    const descriptions = photos.map(({ node, tags }) => this.#withoutPlace(node, tags));
    const positions = descriptions.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]));
    const places = positions.length > 0 ? await this.#placesAt(positions, signal) : [];
    let next = 0;
    return descriptions.map((description) => {
      const place = description.lat === null ? null : (places[next] ?? null);
      if (description.lat !== null) next += 1;
      return { description, place };
    });
  }

  #withoutPlace(node: SourceNode, tags: PhotoTags): UnplacedDescription {
    const facts = photoFacts(tags);
    const position = node.location ?? facts.position;
    return {
      kind: node.kind,
      name: node.name,
      ...captureTime({ source: node, exif: facts, position, defaultZone: this.defaultZone, now: this.#clock() }),
      duration: lengthOf(node.media?.duration) ?? lengthOf(facts.duration),
      camera: facts.camera ?? (node.camera?.device || null),
      lens: facts.lens,
      caption: node.caption ?? facts.caption,
      lat: position?.lat ?? null,
      lng: position?.lng ?? null,
      modifiedAt: node.modifiedTime > 0 ? Math.floor(node.modifiedTime) : null,
    };
  }
}

/**
 * Sources read the duration from headers, which may contain any value: rounded to milliseconds, and null for implausible
 * values.
 */
function lengthOf(duration: number | null | undefined): number | null {
  const seconds = duration ?? 0;
  return seconds > 0 && seconds < longestVideo ? Math.round(seconds * 1000) / 1000 : null;
}
