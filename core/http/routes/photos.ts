import Joi from 'joi';
import type { AuditEvent } from '../../plugin-api/index.ts';
import type { PhotoSummary } from '../../domain/photo.ts';
import type { MemoryTitles } from '../../services/memory-titles.ts';
import type { ListFilter } from '../../domain/photo-rule.ts';
import type { PhotoRules } from '../../services/albums/photo-rules.ts';
import type { NearDuplicateGroups } from '../../services/near-duplicates.ts';
import { auditOfEdits, editsReply } from './edits-reply.ts';
import { flagsIn, isForOneself, onePhotoRoutes, flagParameters, type OnePhotoDependencies } from './photo.ts';
import { Presenter } from '../present.ts';
import type { JsonText } from '../pipeline/json-text.ts';
import { route, type Call, type Caller, type Reply, type Route } from '../pipeline/route.ts';
import { fields, list, of, oneOf, type InputOf } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { integer, word } from '../schemas/parts.ts';
import { filterQuery } from '../schemas/photo-filter.ts';
import { factChanges, rejectContradictions, factFields } from '../schemas/photo-edits.ts';
import * as schemas from '../schemas/photos.ts';
import { streamedList } from '../pipeline/streamed-list.ts';
import type * as wire from '../wire.ts';

const page = { limit: input.limit(200, 1000), offset: input.offset };
/** The maximum number of photos in one change: a few dozen milliseconds of work. */
const maxAtOnce = 200;
/** The maximum number of photos in one piece; longer lists are written page by page. */
const maxInOnePiece = 1000;

/** The routes of photos, except their pictures and videos. */
export function photoRoutes(
  deps: OnePhotoDependencies & {
    nearDuplicates: NearDuplicateGroups;
    memoryTitles: MemoryTitles;
    rules: Pick<PhotoRules, 'ofList' | 'ready'>;
  },
): Route[] {
  const { library, edits, facts, nearDuplicates, memoryTitles } = deps;
  const presenterFor = (caller: Caller): Presenter => new Presenter(deps.signer, caller);

  /** The filter of a request, after loading its lookup tables. */
  const filterFor = async (call: Call<Record<string, never>, ListFilter>, caller: Caller) => {
    const filter = deps.rules.ofList(call.query, caller.userId);
    await deps.rules.ready(filter, call.signal);
    return filter;
  };

  /** The number of photos that running calls have restored: a call that is cut off has restored some. */
  const undone = new WeakMap<object, number>();
  const auditOfUndo = (call: object): AuditEvent | null => {
    const photos = undone.get(call) ?? 0;
    return photos === 0 ? null : { action: 'photos.edits_undone', detail: `${photos} photos` };
  };

  return [
    route({
      method: 'GET',
      path: '/api/photos',
      access: 'read',
      summary: 'The timeline: photos newest first. All filters combine with AND.',
      query: of<ListFilter & InputOf<typeof page>, Joi.ObjectSchema>(filterQuery.append(page)),
      answer: schemas.photoList,
      async handle(call): Promise<JsonText<wire.PhotoList>> {
        const { caller } = call;
        return presenterFor(caller).photoList(library.list(caller, await filterFor(call, caller), call.query));
      },
    }),

    route({
      method: 'PATCH',
      path: '/api/photos',
      access: 'write',
      readersMay: isForOneself,
      fails: ['not_found'],
      summary:
        'Makes the same changes to several photos, all or none; returns them as they are now, without photos that no longer exist.',
      payload: rejectContradictions(
        fields({
          uids: list(input.uid).min(1).max(maxAtOnce).unique().required(),
          ...flagParameters,
          add_tags: list(word).default([]),
          remove_tags: list(word).default([]),
          ...factFields,
        }),
      ),
      answer: schemas.somePhotos,
      async handle(call): Promise<Reply> {
        const { caller } = call;
        const { uids, add_tags, remove_tags } = call.payload;
        const change = { ...flagsIn(call.payload), addTags: add_tags, removeTags: remove_tags };
        const requestedFacts = factChanges(call.payload);
        const readyFacts = requestedFacts && (await facts.ready(requestedFacts, call.signal));
        const { ids, edited } = edits.changeMany(caller, uids, { ...change, facts: readyFacts });
        const photos = presenterFor(caller).photoItems(library.opened(caller, ids));
        return editsReply({ photos } satisfies wire.SomePhotos, call.payload, edited);
      },
      audit: auditOfEdits,
    }),

    route({
      method: 'POST',
      path: '/api/photos/undo',
      access: 'write',
      summary:
        'Undoes the caller’s edits of time, place, caption and rotation that were made under a name in the last day, except those that were changed again since.',
      payload: fields({ change: factFields.change.required() }),
      answer: schemas.undonePhotos,
      handle: async (call): Promise<wire.UndonePhotos> => ({
        photos: await facts.undo(call.caller, call.payload.change, {
          signal: call.signal,
          onUndone: (photos) => undone.set(call, photos),
        }),
      }),
      audit: auditOfUndo,
      auditFailure: auditOfUndo,
    }),

    route({
      method: 'GET',
      path: '/api/photos/archived',
      access: 'read',
      summary: 'Every archived photo, newest first.',
      query: fields({
        limit: input.limitIfAny(1000).description('All by default.'),
        offset: input.offset,
        include_hidden: input.includeHidden,
      }),
      answer: schemas.photoList,
      handle(call): JsonText<wire.PhotoList> | Reply {
        const { caller } = call;
        const { limit, offset, include_hidden: includeHidden } = call.query;
        const first = library.archived(caller, { limit: limit ?? maxInOnePiece, offset }, includeHidden);
        if (limit !== undefined || first.total - offset <= maxInOnePiece) return presenterFor(caller).photoList(first);
        const pages = library.everyArchived(caller, offset, includeHidden);
        return streamedList('photos', presentedPages(pages, presenterFor(caller)), first.total);
      },
    }),

    route({
      method: 'GET',
      path: '/api/photos/anchors',
      access: 'read',
      summary:
        'The months of the timeline with the same filters, newest first; empty for an album that is ordered by hand.',
      query: filterQuery,
      answer: schemas.anchors,
      async handle(call): Promise<wire.Anchors> {
        const { caller } = call;
        return presenterFor(caller).anchors(library.anchors(caller, await filterFor(call, caller)));
      },
    }),

    route({
      method: 'GET',
      path: '/api/photos/aspects',
      access: 'read',
      summary:
        'The aspect ratios of all photos of the list with the same filters, to lay out the list before photos are loaded.',
      query: filterQuery,
      answer: schemas.aspects,
      async handle(call): Promise<wire.Aspects> {
        const { caller } = call;
        const filter = await filterFor(call, caller);
        const aspects = library.aspects(caller, filter);
        return {
          total: aspects.length,
          videos: library.videoCount(caller, filter),
          aspects: Buffer.from(aspects.buffer).toString('base64'),
        };
      },
    }),

    route({
      method: 'GET',
      path: '/api/photos/recent',
      access: 'read',
      summary: 'The photos that were added to the library last, whenever they were taken.',
      query: fields({ limit: input.limit(50, 500), include_hidden: input.includeHidden }),
      answer: schemas.somePhotos,
      handle(call): wire.SomePhotos {
        const { limit, include_hidden: includeHidden } = call.query;
        return { photos: presenterFor(call.caller).photoItems(library.recent(call.caller, limit, includeHidden)) };
      },
    }),

    route({
      method: 'GET',
      path: '/api/memories',
      access: 'read',
      summary: 'Photos taken on this day of the calendar, in any year; by default today.',
      query: fields({
        month: integer.min(1).max(12).description('Required with day; both absent: today.'),
        day: integer.min(1).max(31).description('Required with month.'),
        limit: input
          .limitIfAny(1000)
          .description('The maximum number of photos, the newest years first; by default all photos of the day.'),
        include_hidden: input.includeHidden,
      }).and('month', 'day'),
      answer: schemas.memories,
      handle(call): wire.Memories {
        const { caller } = call;
        const { month, day, limit, include_hidden: includeHidden } = call.query;
        const date = month === undefined || day === undefined ? undefined : { month, day };
        const memories = library.memories(caller, date, { limit, includeHidden });
        return presenterFor(caller).memories(memories, memoryTitles.of(caller, memories, includeHidden));
      },
    }),

    route({
      method: 'GET',
      path: '/api/duplicates',
      access: 'read',
      summary: 'Groups of photos with the same content, or that look alike, those that waste most space first.',
      query: fields({
        limit: input.limit(200, 1000),
        kind: oneOf('near')
          .empty('')
          .description('near: the same picture scaled, recompressed or retouched; the best one of each group first.'),
        include_hidden: input.includeHidden,
      }),
      answer: schemas.duplicates,
      async handle(call): Promise<wire.DuplicateGroups> {
        const { caller } = call;
        const { kind, limit, include_hidden: includeHidden } = call.query;
        const isNear = kind === 'near';
        const total = isNear
          ? nearDuplicates.total(caller, includeHidden)
          : await library.duplicateTotal(caller, includeHidden);
        const groups = isNear
          ? nearDuplicates.largest(caller, limit, includeHidden)
          : library.duplicates(caller, limit, includeHidden);
        const ids = groups.flatMap(({ photos }) => photos.map(({ id }) => id));
        return presenterFor(caller).duplicates(groups, total, library.fileNames(caller, ids));
      },
    }),

    ...onePhotoRoutes(deps),
  ];
}

/** The URLs are signed when each page is requested. */
function* presentedPages(pages: Iterable<PhotoSummary[]>, presenter: Presenter): Generator<wire.PhotoItem[]> {
  for (const page of pages) yield presenter.photoItems(page);
}
