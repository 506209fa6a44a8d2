import type { DescribedPhoto } from '../domain/photo.ts';
import type { Photos } from '../store/photos/photos.ts';
import { isSourceError } from '../plugin-api/errors.ts';
import type { PhotoSource, SourceNode } from '../plugin-api/photo-source.ts';
import { withinTime } from '../plugin-api/toolkit/index.ts';
import type { PhotoLibrary } from './library.ts';
import { fromSourceFailure } from './source-failures.ts';
import type { Viewer } from './viewer.ts';

/** Milliseconds that a metadata page waits for the source. */
const patience = 2000;

/** The current state of the photo at the source. */
export interface Upstream {
  /** Whether the source answered. */
  readonly available: boolean;
  /** Null if the source does not answer, or no longer has the photo. */
  readonly node: Readonly<Record<string, unknown>> | null;
  readonly error?: string;
}

export interface PhotoMetadata {
  readonly photo: DescribedPhoto;
  readonly exif: Readonly<Record<string, unknown>>;
  readonly upstream: Upstream;
}

/** All data about a photo: its row in the index, its EXIF, and its current state at the source. */
export class PhotoMetadataReader {
  readonly #library: PhotoLibrary;
  readonly #photos: Photos;
  readonly #source: () => Pick<PhotoSource, 'nodes'>;

  constructor(parts: { library: PhotoLibrary; photos: Photos; source: () => Pick<PhotoSource, 'nodes'> }) {
    this.#library = parts.library;
    this.#photos = parts.photos;
    this.#source = parts.source;
  }

  /**
   * Answers within `patience`, even if the source hangs.
   * @throws DomainError `not_found`
   */
  async read(viewer: Viewer, uid: string, signal: AbortSignal): Promise<PhotoMetadata> {
    const photo = await this.#library.photo(viewer, uid);
    return { photo, exif: this.#photos.exif(photo.id), upstream: await this.#upstream(uid, signal) };
  }

  async #upstream(uid: string, signal: AbortSignal): Promise<Upstream> {
    const silence = new Error('The photo store did not answer in time.');
    try {
      const { nodes } = await withinTime((limit) => this.#source().nodes([uid], { signal: limit }), {
        ms: patience,
        signals: [signal],
        tooLate: () => silence,
      });
      const node = nodes.find((candidate) => candidate.uid === uid);
      return { available: true, node: node ? nodeFacts(node) : null };
    } catch (error) {
      if (error === silence || signal.aborted) return { available: false, node: null, error: silence.message };
      if (isSourceError(error) && error.code === 'not_found') return { available: true, node: null };
      return { available: false, node: null, error: fromSourceFailure(error).message };
    }
  }
}

/** A node in the naming style of the wire. */
const nodeFacts = (node: SourceNode): Record<string, unknown> => ({
  uid: node.uid,
  rev: node.rev,
  kind: node.kind,
  name: node.name,
  mime: node.mediaType,
  size: node.size,
  sha1: node.sha1,
  taken_at: node.captureTime,
  taken_at_source: node.captureTimeSource,
  utc_offset: node.utcOffset,
  modified_at: node.modifiedTime,
  caption: node.caption ?? null,
  location: node.location,
  camera: node.camera,
  media: node.media,
  people: node.people ?? [],
  tags: node.tags ?? [],
  favourite: node.favourite ?? false,
  motion: node.motion ?? null,
  errors: node.errors,
});
