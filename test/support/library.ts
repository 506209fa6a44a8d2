import type { Db } from '../../core/db/open.ts';
import { albumRoutes } from '../../core/http/routes/albums.ts';
import { mediaRoutes } from '../../core/http/routes/media.ts';
import { photoRoutes } from '../../core/http/routes/photos.ts';
import { placeRoutes } from '../../core/http/routes/places.ts';
import { tagRoutes } from '../../core/http/routes/tags.ts';
import type { MediaSigner } from '../../core/http/present.ts';
import type { Route } from '../../core/http/route.ts';
import { Albums } from '../../core/index-store/albums.ts';
import { Duplicates } from '../../core/index-store/duplicates.ts';
import { Faces } from '../../core/index-store/faces.ts';
import { Facets } from '../../core/index-store/facets.ts';
import { PhotoFlags } from '../../core/index-store/photo-flags.ts';
import { Photos } from '../../core/index-store/photos.ts';
import { Places } from '../../core/index-store/places.ts';
import { Selections } from '../../core/index-store/selections.ts';
import { Tags } from '../../core/index-store/tags.ts';
import { Timeline } from '../../core/index-store/timeline.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { AlbumLibrary } from '../../core/services/album-library.ts';
import { JpegRenderer, type ToJpeg } from '../../core/services/jpeg-renderer.ts';
import { Library } from '../../core/services/library.ts';
import { Media } from '../../core/services/media.ts';
import { PhotoEdits } from '../../core/services/photo-edits.ts';
import { PhotoMetadataReader } from '../../core/services/photo-metadata.ts';
import { PlacesAndMap } from '../../core/services/places-and-map.ts';
import { TagCloud } from '../../core/services/tag-cloud.ts';

export interface LibraryParts {
  readonly timeline: Timeline;
  readonly selections: Selections;
  readonly library: Library;
  readonly albums: AlbumLibrary;
  readonly tags: TagCloud;
  readonly places: PlacesAndMap;
  readonly edits: PhotoEdits;
  readonly metadata: PhotoMetadataReader;
  readonly media: Media;
}

/** The library part of a server over an index. */
export function libraryParts(options: {
  db: Db;
  clock: () => number;
  source?: () => PhotoSource;
  thumbsDir?: string;
  toJpeg?: ToJpeg;
  /** Milliseconds, for the pace of the timeline's merges. */
  now?: () => number;
}): LibraryParts {
  const { db, clock } = options;
  const source =
    options.source ??
    ((): PhotoSource => {
      throw new Error('this library has no source');
    });
  const toJpeg = options.toJpeg ?? (() => Promise.reject(new Error('this library renders nothing')));
  const timeline = new Timeline(db, options.now);
  const facets = new Facets(db);
  const places = new Places(db);
  const photos = new Photos(db);
  const text = { refresh: (): void => undefined };
  const tags = new Tags({ db, text });
  const selections = new Selections({ timeline, facets, places });
  const parts = { timeline, facets, selections, photos, places, tags };
  const library = new Library({
    ...parts,
    faces: new Faces(db),
    duplicates: new Duplicates(db),
    clock,
    timeZone: 'Europe/Lisbon',
  });
  return {
    timeline,
    selections,
    library,
    albums: new AlbumLibrary({ ...parts, albums: new Albums(db), library }),
    tags: new TagCloud(parts),
    places: new PlacesAndMap(parts),
    edits: new PhotoEdits({ ...parts, flags: new PhotoFlags(db) }),
    metadata: new PhotoMetadataReader({ library, photos, source }),
    media: new Media({
      photos,
      source,
      thumbsDir: options.thumbsDir ?? 'no-such-folder',
      renderer: new JpegRenderer(toJpeg),
    }),
  };
}

/** All routes of the library. */
export function libraryRoutes(parts: LibraryParts, signer: MediaSigner): Route[] {
  const deps = { ...parts, signer };
  return [...photoRoutes(deps), ...mediaRoutes(deps), ...albumRoutes(deps), ...tagRoutes(deps), ...placeRoutes(deps)];
}
