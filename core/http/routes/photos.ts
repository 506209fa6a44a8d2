import Joi from 'joi';
import type { PhotoKind, PhotoSummary } from '../../domain/photo.ts';
import type { PhotoLibrary, PhotoFilters } from '../../services/library.ts';
import type { NearDuplicateGroups } from '../../services/near-duplicates.ts';
import type { PhotoEdits } from '../../services/photo-edits.ts';
import type { PhotoMetadataReader } from '../../services/photo-metadata.ts';
import type { SimilarPhotos } from '../../services/similar-photos.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { faces } from '../schemas/people.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import type { JsonText } from '../pipeline/reply.ts';
import { route, type Caller, type Reply, type Route } from '../pipeline/route.ts';
import * as schemas from '../schemas/schemas.ts';
import { streamedList } from '../pipeline/streamed-list.ts';
import type * as wire from '../wire.ts';

interface FilterQuery {
  place?: string;
  bbox?: PhotoFilters['box'];
  tag?: string;
  album?: string;
  person?: number;
  kind?: PhotoKind;
  before?: number;
  before_uid?: string;
  after?: number;
  only_favorites?: boolean;
  include_archived?: boolean;
  include_hidden?: boolean;
  only_archived?: boolean;
  only_hidden?: boolean;
}

interface PageQuery {
  limit: number;
  offset: number;
}

interface ArchivedQuery {
  limit?: number;
  offset: number;
  include_hidden?: boolean;
}

interface OfPhoto {
  uid: string;
}

interface SharedPayload extends FlagsPayload {
  uids: string[];
  add_tags: string[];
  remove_tags: string[];
}

interface FlagsPayload {
  favorited?: boolean;
  archived?: boolean;
  hidden?: boolean;
}

const filterSchema = Joi.object(schemas.photoFilters).with('before_uid', 'before');
const pageSchema = { limit: schemas.limit(200, 1000), offset: schemas.offset };
const wantedFlag = Joi.boolean().strict();
const wantedFlags = { favorited: wantedFlag, archived: wantedFlag, hidden: wantedFlag };
/** Photos that one request changes: a few dozen milliseconds of work. */
const mostAtOnce = 200;
/** Photos that are answered in one piece; more are written page by page. */
const mostInOnePiece = 1000;

/** Routes under *Photos*, but for the binary ones. */
export function photoRoutes(deps: {
  library: PhotoLibrary;
  edits: PhotoEdits;
  metadata: PhotoMetadataReader;
  nearDuplicates: NearDuplicateGroups;
  similar: SimilarPhotos;
  signer: MediaSigner;
}): Route[] {
  const { library, edits, metadata, nearDuplicates, similar } = deps;
  const present = (caller: Caller): Presenter => new Presenter(deps.signer, caller);

  return [
    route<Record<string, never>, FilterQuery & PageQuery>({
      method: 'GET',
      path: '/api/photos',
      access: 'read',
      summary: 'The timeline: photos newest first. All filters combine with AND.',
      query: filterSchema.append(pageSchema),
      answer: schemas.photoList,
      handle(call): JsonText<wire.PhotoList> {
        const caller = callerOf(call);
        return present(caller).photoList(library.list(caller, filters(call.query), call.query));
      },
    }),

    route<Record<string, never>, Record<string, never>, SharedPayload>({
      method: 'PATCH',
      path: '/api/photos',
      access: 'write',
      fails: ['not_found'],
      summary: 'Changes several photos alike, all or none; answers them as they are now, without those that are gone.',
      payload: Joi.object({
        uids: Joi.array().items(Joi.string().max(1024)).min(1).max(mostAtOnce).unique().required(),
        ...wantedFlags,
        add_tags: Joi.array().items(Joi.string()).default([]),
        remove_tags: Joi.array().items(Joi.string()).default([]),
      }),
      answer: schemas.somePhotos,
      handle(call): wire.SomePhotos {
        const caller = callerOf(call);
        const { uids, favorited, archived, hidden, add_tags, remove_tags } = call.payload;
        const change = { favorite: favorited, archived, hidden, addTags: add_tags, removeTags: remove_tags };
        const ids = edits.changeMany(caller, uids, change);
        return { photos: present(caller).photoItems(library.some(caller, ids)) };
      },
    }),

    route<Record<string, never>, ArchivedQuery>({
      method: 'GET',
      path: '/api/photos/archived',
      access: 'read',
      summary: 'Every archived photo, newest first.',
      query: Joi.object({
        limit: schemas.limitIfAny(1000).description('All by default.'),
        offset: schemas.offset,
        include_hidden: schemas.photoFilters.include_hidden,
      }),
      answer: schemas.photoList,
      handle(call): JsonText<wire.PhotoList> | Reply {
        const caller = callerOf(call);
        const { limit, offset, include_hidden: includeHidden } = call.query;
        const first = library.archived(caller, { limit: limit ?? mostInOnePiece, offset }, includeHidden);
        if (limit !== undefined || first.total - offset <= mostInOnePiece) return present(caller).photoList(first);
        const pages = library.everyArchived(caller, offset, includeHidden);
        return streamedList('photos', presented(pages, present(caller)), first.total);
      },
    }),

    route<Record<string, never>, FilterQuery>({
      method: 'GET',
      path: '/api/photos/anchors',
      access: 'read',
      summary: 'The months of the timeline with the same filters, newest first.',
      query: filterSchema,
      answer: schemas.anchors,
      handle(call): wire.Anchors {
        const caller = callerOf(call);
        return present(caller).anchors(library.anchors(caller, filters(call.query)));
      },
    }),

    route<Record<string, never>, FilterQuery>({
      method: 'GET',
      path: '/api/photos/aspects',
      access: 'read',
      summary: 'The shapes of all photos of the list with the same filters, to lay it out before any of it is loaded.',
      query: filterSchema,
      answer: schemas.aspects,
      handle(call): wire.Aspects {
        const aspects = library.aspects(callerOf(call), filters(call.query));
        return { total: aspects.length, aspects: Buffer.from(aspects.buffer).toString('base64') };
      },
    }),

    route<Record<string, never>, { limit: number }>({
      method: 'GET',
      path: '/api/photos/recent',
      access: 'read',
      summary: 'What came to the library last, whenever it was taken.',
      query: Joi.object({ limit: schemas.limit(50, 500) }),
      answer: schemas.somePhotos,
      handle(call): wire.SomePhotos {
        const caller = callerOf(call);
        return { photos: present(caller).photoItems(library.recent(caller, call.query.limit)) };
      },
    }),

    route<Record<string, never>, { month?: number; day?: number; limit?: number }>({
      method: 'GET',
      path: '/api/memories',
      access: 'read',
      summary: 'Photos taken on this day of the calendar, in any year; by default today.',
      query: schemas.memoriesQuery,
      answer: schemas.memories,
      handle(call): wire.Memories {
        const caller = callerOf(call);
        const { month, day, limit } = call.query;
        const asked = month === undefined || day === undefined ? undefined : { month, day };
        return present(caller).memories(library.memories(caller, asked, limit));
      },
    }),

    route<Record<string, never>, { limit: number; kind?: 'near' }>({
      method: 'GET',
      path: '/api/duplicates',
      access: 'read',
      summary: 'Photos with the same content, or that look alike, in groups, largest waste of space first.',
      query: Joi.object({
        limit: schemas.limit(200, 1000),
        kind: Joi.string()
          .valid('near')
          .empty('')
          .description('near: the same picture scaled, recompressed or retouched; the best one of each group first.'),
      }),
      answer: schemas.duplicates,
      handle(call): wire.DuplicateGroups {
        const caller = callerOf(call);
        const { kind, limit } = call.query;
        const groups = kind === 'near' ? nearDuplicates.largest(caller, limit) : library.duplicates(caller, limit);
        const names = library.fileNames(groups.flatMap(({ photos }) => photos.map(({ id }) => id)));
        return present(caller).duplicates(groups, names);
      },
    }),

    route<OfPhoto>({
      method: 'GET',
      path: '/api/photos/{uid}',
      access: 'read',
      summary: 'One photo.',
      params: schemas.photoParams,
      answer: schemas.photo,
      handle(call): wire.Photo {
        const caller = callerOf(call);
        return present(caller).photo(library.photo(caller, call.params.uid));
      },
    }),

    route<OfPhoto, Record<string, never>, FlagsPayload>({
      method: 'PATCH',
      path: '/api/photos/{uid}',
      access: 'write',
      summary: 'Sets any of the flags; favourites are the caller’s own.',
      params: schemas.photoParams,
      payload: Joi.object(wantedFlags),
      answer: schemas.photo,
      handle(call): wire.Photo {
        const caller = callerOf(call);
        const { favorited, archived, hidden } = call.payload;
        edits.changeFlags(caller, call.params.uid, { favorite: favorited, archived, hidden });
        return present(caller).photo(library.photo(caller, call.params.uid));
      },
    }),

    route<OfPhoto>({
      method: 'GET',
      path: '/api/photos/{uid}/meta',
      access: 'read',
      summary: 'All that is known of one photo, with the live word of the photo store.',
      params: schemas.photoParams,
      answer: schemas.photoMeta,
      async handle(call): Promise<wire.PhotoMeta> {
        const caller = callerOf(call);
        return present(caller).meta(await metadata.read(caller, call.params.uid, call.signal));
      },
    }),

    route<OfPhoto, { limit: number }>({
      method: 'GET',
      path: '/api/photos/{uid}/similar',
      access: 'read',
      fails: ['not_ready'],
      summary: 'Photos that show the like, most similar first, and apart from them the copies of the photo itself.',
      params: schemas.photoParams,
      query: Joi.object({ limit: schemas.limit(50, 500) }),
      answer: schemas.similarPhotos,
      async handle(call): Promise<wire.SimilarPhotos> {
        const caller = callerOf(call);
        return present(caller).similar(await similar.of(caller, call.params.uid, call.query.limit));
      },
    }),

    route<OfPhoto>({
      method: 'GET',
      path: '/api/photos/{uid}/faces',
      access: 'read',
      summary: 'The faces found in one photo, from left to right.',
      params: schemas.photoParams,
      answer: faces,
      handle(call): wire.Faces {
        const caller = callerOf(call);
        return present(caller).faces(library.faces(caller, call.params.uid));
      },
    }),

    route<OfPhoto>({
      method: 'GET',
      path: '/api/photos/{uid}/tags',
      access: 'read',
      summary: 'The tags of one photo.',
      params: schemas.photoParams,
      answer: schemas.photoTags,
      handle: (call): wire.PhotoTags => ({ tags: library.tags(callerOf(call), call.params.uid) }),
    }),

    route<OfPhoto, Record<string, never>, { tags: string[] }>({
      method: 'PUT',
      path: '/api/photos/{uid}/tags',
      access: 'write',
      summary: 'Replaces the tags of one photo.',
      params: schemas.photoParams,
      payload: Joi.object({ tags: Joi.array().items(Joi.string()).required() }),
      answer: schemas.photoTags,
      handle: (call): wire.PhotoTags => ({
        tags: edits.replaceTags(callerOf(call), call.params.uid, call.payload.tags),
      }),
    }),
  ];
}

/** Signed for the caller as each page is asked for. */
function* presented(pages: Iterable<PhotoSummary[]>, presenter: Presenter): Generator<wire.PhotoItem[]> {
  for (const page of pages) yield presenter.photoItems(page);
}

const filters = (query: FilterQuery): PhotoFilters => ({
  place: query.place,
  box: query.bbox,
  tag: query.tag,
  album: query.album,
  person: query.person,
  kind: query.kind,
  before: query.before,
  beforeUid: query.before_uid,
  after: query.after,
  onlyFavorites: query.only_favorites,
  includeArchived: query.include_archived,
  includeHidden: query.include_hidden,
  onlyArchived: query.only_archived,
  onlyHidden: query.only_hidden,
});
