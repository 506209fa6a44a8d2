import Joi from 'joi';
import type { PhotoSummary } from '../../domain/photo.ts';
import type { MemoryTitles } from '../../services/memory-titles.ts';
import type { ListFilter, PhotoRules } from '../../services/albums/photo-rules.ts';
import type { NearDuplicateGroups } from '../../services/near-duplicates.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { auditOfEdits, EditsReply } from './edits-reply.ts';
import {
  flagsIn,
  isForOneself,
  onePhotoRoutes,
  wantedFlags,
  type FlagsPayload,
  type OnePhotoDependencies,
} from './photo.ts';
import { Presenter } from '../present.ts';
import type { JsonText } from '../pipeline/json-text.ts';
import { route, type Call, type Caller, type Reply, type Route } from '../pipeline/route.ts';
import * as input from '../schemas/input.ts';
import { filterQuery } from '../schemas/photo-filter.ts';
import { askedFacts, consistent, factFields, type FactsPayload } from '../schemas/photo-edits.ts';
import * as schemas from '../schemas/photos.ts';
import { streamedList } from '../pipeline/streamed-list.ts';
import type * as wire from '../wire.ts';

interface PageQuery {
  limit: number;
  offset: number;
}

interface ArchivedQuery {
  limit?: number;
  offset: number;
  include_hidden?: boolean;
}

interface SharedPayload extends FlagsPayload, FactsPayload {
  uids: string[];
  add_tags: string[];
  remove_tags: string[];
}

const pageSchema = { limit: input.limit(200, 1000), offset: input.offset };
/** The maximum number of photos in one change: a few dozen milliseconds of work. */
const mostAtOnce = 200;
/** The maximum number of photos in one piece; longer lists are written page by page. */
const mostInOnePiece = 1000;

/** The routes of photos, except their pictures and videos. */
export function photoRoutes(
  deps: OnePhotoDependencies & {
    nearDuplicates: NearDuplicateGroups;
    memoryTitles: MemoryTitles;
    rules: Pick<PhotoRules, 'ofList' | 'ready'>;
  },
): Route[] {
  const { library, edits, facts, nearDuplicates, memoryTitles } = deps;
  const present = (caller: Caller): Presenter => new Presenter(deps.signer, caller);

  /** The filter of a request, after loading the lookup tables of an album's rule. */
  const filterFor = async (call: Call<Record<string, never>, ListFilter>, caller: Caller) => {
    const filter = deps.rules.ofList(call.query, caller.userId);
    if (filter.album !== undefined) await deps.rules.ready(filter, call.signal);
    return filter;
  };

  return [
    route<Record<string, never>, ListFilter & PageQuery>({
      method: 'GET',
      path: '/api/photos',
      access: 'read',
      summary: 'The timeline: photos newest first. All filters combine with AND.',
      query: filterQuery.append(pageSchema),
      answer: schemas.photoList,
      async handle(call): Promise<JsonText<wire.PhotoList>> {
        const caller = callerOf(call);
        return present(caller).photoList(library.list(caller, await filterFor(call, caller), call.query));
      },
    }),

    route<Record<string, never>, Record<string, never>, SharedPayload>({
      method: 'PATCH',
      path: '/api/photos',
      access: 'write',
      readersMay: isForOneself,
      fails: ['not_found'],
      summary: 'Changes several photos alike, all or none; answers them as they are now, without those that are gone.',
      payload: consistent(
        Joi.object({
          uids: Joi.array().items(Joi.string().max(1024)).min(1).max(mostAtOnce).unique().required(),
          ...wantedFlags,
          add_tags: Joi.array().items(Joi.string()).default([]),
          remove_tags: Joi.array().items(Joi.string()).default([]),
          ...factFields,
        }),
      ),
      answer: schemas.somePhotos,
      async handle(call): Promise<Reply> {
        const caller = callerOf(call);
        const { uids, add_tags, remove_tags } = call.payload;
        const change = { ...flagsIn(call.payload), addTags: add_tags, removeTags: remove_tags };
        const asked = askedFacts(call.payload);
        const ready = asked && (await facts.ready(asked, call.signal));
        const { ids, edited } = edits.changeMany(caller, uids, { ...change, facts: ready });
        const photos = present(caller).photoItems(library.opened(caller, ids));
        return new EditsReply({ photos } satisfies wire.SomePhotos, edited);
      },
      audit: auditOfEdits,
    }),

    route<Record<string, never>, Record<string, never>, { change: string }>({
      method: 'POST',
      path: '/api/photos/undo',
      access: 'write',
      summary:
        'Takes back what the caller changed of time, place, caption and turn under a name, for a day; but not what was changed again since.',
      payload: Joi.object({ change: factFields.change.required() }),
      answer: schemas.undonePhotos,
      handle: async (call): Promise<wire.UndonePhotos> => ({
        photos: await facts.undo(callerOf(call), call.payload.change, call.signal),
      }),
      audit: (_call, { body }) => {
        const { photos } = body as wire.UndonePhotos;
        return photos === 0 ? null : { action: 'photos.edits_undone', detail: `${photos} photos` };
      },
    }),

    route<Record<string, never>, ArchivedQuery>({
      method: 'GET',
      path: '/api/photos/archived',
      access: 'read',
      summary: 'Every archived photo, newest first.',
      query: Joi.object({
        limit: input.limitIfAny(1000).description('All by default.'),
        offset: input.offset,
        include_hidden: input.includeHidden,
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

    route<Record<string, never>, ListFilter>({
      method: 'GET',
      path: '/api/photos/anchors',
      access: 'read',
      summary: 'The months of the timeline with the same filters, newest first; none for an album in an order by hand.',
      query: filterQuery,
      answer: schemas.anchors,
      async handle(call): Promise<wire.Anchors> {
        const caller = callerOf(call);
        return present(caller).anchors(library.anchors(caller, await filterFor(call, caller)));
      },
    }),

    route<Record<string, never>, ListFilter>({
      method: 'GET',
      path: '/api/photos/aspects',
      access: 'read',
      summary: 'The shapes of all photos of the list with the same filters, to lay it out before any of it is loaded.',
      query: filterQuery,
      answer: schemas.aspects,
      async handle(call): Promise<wire.Aspects> {
        const caller = callerOf(call);
        const filter = await filterFor(call, caller);
        const aspects = library.aspects(caller, filter);
        return {
          total: aspects.length,
          videos: library.videoCount(caller, filter),
          aspects: Buffer.from(aspects.buffer).toString('base64'),
        };
      },
    }),

    route<Record<string, never>, { limit: number }>({
      method: 'GET',
      path: '/api/photos/recent',
      access: 'read',
      summary: 'What came to the library last, whenever it was taken.',
      query: Joi.object({ limit: input.limit(50, 500) }),
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
      query: Joi.object({
        month: Joi.number().integer().min(1).max(12).description('Goes with day; both absent: today.'),
        day: Joi.number().integer().min(1).max(31).description('Goes with month.'),
        limit: input.limitIfAny(1000).description('Of photos, the newest years first; all of the day by default.'),
      }).and('month', 'day'),
      answer: schemas.memories,
      handle(call): wire.Memories {
        const caller = callerOf(call);
        const { month, day, limit } = call.query;
        const asked = month === undefined || day === undefined ? undefined : { month, day };
        const memories = library.memories(caller, asked, limit);
        return present(caller).memories(memories, memoryTitles.of(caller, memories));
      },
    }),

    route<Record<string, never>, { limit: number; kind?: 'near' }>({
      method: 'GET',
      path: '/api/duplicates',
      access: 'read',
      summary: 'Photos with the same content, or that look alike, in groups, largest waste of space first.',
      query: Joi.object({
        limit: input.limit(200, 1000),
        kind: Joi.string()
          .valid('near')
          .empty('')
          .description('near: the same picture scaled, recompressed or retouched; the best one of each group first.'),
      }),
      answer: schemas.duplicates,
      async handle(call): Promise<wire.DuplicateGroups> {
        const caller = callerOf(call);
        const { kind, limit } = call.query;
        const near = kind === 'near';
        const total = near ? nearDuplicates.total(caller) : await library.duplicateTotal(caller);
        const groups = near ? nearDuplicates.largest(caller, limit) : library.duplicates(caller, limit);
        const ids = groups.flatMap(({ photos }) => photos.map(({ id }) => id));
        return present(caller).duplicates(groups, total, library.fileNames(caller, ids));
      },
    }),

    ...onePhotoRoutes(deps),
  ];
}

/** The URLs are signed when each page is requested. */
function* presented(pages: Iterable<PhotoSummary[]>, presenter: Presenter): Generator<wire.PhotoItem[]> {
  for (const page of pages) yield presenter.photoItems(page);
}
