import type { WithheldFrom } from '../domain/withheld.ts';
import { isWithinFolder } from '../domain/folder-path.ts';
import { monthDay, monthOf } from '../domain/local-date.ts';
import { nameKey } from '../domain/place-names.ts';
import { tagKey } from '../domain/tag-names.ts';
import type { PhotoFolders } from '../store/photos/photo-folders.ts';
import type { Places } from '../store/photos/places.ts';
import type { TimelineColumns } from './columns.ts';
import { marks, type Condition } from './condition.ts';
import { ARCHIVED, HIDDEN, KIND_MASK, kindBits } from './entry.ts';
import type { Facet, Facets } from './facets.ts';
import { keepAmong, keepFlagged, keepIf, keepOf, keepOthers, type Matches } from './keep.ts';
import { isWithin } from './map-clusters.ts';
import type { PhotoFilter, FlagFilter, TimeWindow } from './photo-filter.ts';
import { keepCovers } from './stack-covers.ts';
import type { ThingSets } from './thing-sets.ts';
import { byDay, byMonth, byWeekday } from './time-conditions.ts';
import type { TripsInTimeline } from './trips-in-timeline.ts';

/** The data that conditions read. */
export interface Sources {
  readonly facets: Pick<Facets, 'photos' | 'version' | 'tagId' | 'albumId'>;
  readonly places: Pick<Places, 'meantBy' | 'havingPart'>;
  readonly folders: Pick<PhotoFolders, 'all'>;
  readonly withheld: WithheldFrom;
  readonly things: Pick<ThingSets, 'photos'>;
  /** The filter of an album's rule; undefined if it has no rule. */
  readonly ruleOf: (albumUid: string) => PhotoFilter | undefined;
  readonly trips: Pick<TripsInTimeline, 'version' | 'photosOf'>;
  /** The version of the timeline. */
  readonly version: number;
  /** The uids of the albums whose photos the timeline leaves out. */
  readonly offTimeline: () => readonly string[];
  /** The largest expected photo id. */
  readonly capacity: number;
}

type Field = Exclude<keyof PhotoFilter, keyof TimeWindow | 'asker' | 'byHand'>;

/** A table with 1 for each value of the flags that is not a video. */
const notVideo = Uint8Array.from({ length: 256 }, (_, flags) => Number((flags & KIND_MASK) !== kindBits.video));

/** No photo passes, because the named thing does not exist. */
const nowhere: Condition = { key: null, keep: () => 0 };
/** Every photo passes, so that lists with and without the condition are equal. */
const anywhere: Condition = { key: null };

/** One entry for each field of a filter. The time window is not a condition: it cuts a part out of the resulting list. */
const conditions: { readonly [F in Field]-?: (value: NonNullable<PhotoFilter[F]>, from: Sources) => Condition } = {
  archived: (choice) => byFlag(ARCHIVED, choice),
  hidden: (choice) => byFlag(HIDDEN, choice),
  withheldFrom: (audience, { withheld }) => {
    const { key, photos } = withheld(audience);
    if (key === 0) return anywhere;
    return { key, keep: ({ id }, ...found) => keepOthers(id, photos, ...found) };
  },
  kind: (kind) => ({ key: kind, flags: { mask: KIND_MASK, wanted: kindBits[kind] } }),
  kinds: (kinds) => {
    const passing = Uint8Array.from({ length: 256 }, (_, flags) =>
      Number(kinds.some((kind) => (flags & KIND_MASK) === kindBits[kind])),
    );
    return { key: kinds, keep: ({ flags }, ...found) => keepAmong(flags, passing, ...found) };
  },
  still: () => ({ key: true, keep: ({ flags }, ...found) => keepAmong(flags, notVideo, ...found) }),
  // The key is the name and not its places: a new place appears only with new photos, which change the timeline anyway.
  place: (name, { places }) => byPlace(nameKey(name), () => places.meantBy(name)),
  placeNames: (names, { places }) => byPlace(names.map(nameKey), () => names.flatMap((name) => places.meantBy(name))),
  placePart: (part, { places }) => byPlace(nameKey(part), () => places.havingPart(part)),
  places: (ids) => byPlace(ids, () => ids),
  box: (box) => ({
    key: box,
    keep: ({ lat, lng }, ...found) => keepIf((position) => isWithin(box, lat[position]!, lng[position]!), ...found),
  }),
  // The key is the path, for the same reason as for places: a new folder appears only with new photos.
  folder: ({ path, below }, { folders }) => ({
    key: [path, below],
    keep: ({ folder }, ...found) => {
      const matching = folders
        .all()
        .filter((candidate) => (below ? isWithinFolder(candidate.path, path) : candidate.path === path));
      return keepAmong(folder, marks(matching.map(({ id }) => id)), ...found);
    },
  }),
  tag: (name, from) => bySet(from, 'tags', from.facets.tagId(tagKey(name))),
  tags: (names, from) => all(names.map((name) => bySet(from, 'tags', from.facets.tagId(tagKey(name))))),
  things: (queries, { things, capacity }) => ({
    key: queries,
    keep: ({ id }, ...found) =>
      queries.reduce((count, query) => keepOf(id, things.photos(query, capacity), found[0], count), found[1]),
  }),
  trip: (id, { trips, version }) => ({
    key: id,
    version: trips.version,
    isOfSeveral: true,
    keep: (columns, ...found) => {
      const { start, isOfTrip } = trips.photosOf(id, columns, version);
      return keepIf((position) => isOfTrip[position - start] === 1, ...found);
    },
  }),
  album: (uid, from) => inAlbum(uid, from),
  onTimeline: (on, from) => noneOf(on ? from.offTimeline().map((uid) => inAlbum(uid, from)) : []),
  person: (id, from) => bySet(from, 'people', id),
  people: (lists, { facets, capacity }) => ({
    key: lists,
    version: [facets.version('people'), facets.version('named'), facets.version('names')],
    keep: ({ id }, ...found) => {
      const of = (person: number) =>
        (['people', 'named'] as const).map((facet) => facets.photos(facet, person, capacity));
      const setsOfLists = lists.map((ids) => ids.flatMap(of));
      return keepIf((at) => setsOfLists.every((sets) => sets.some((set) => set.has(id[at]!))), ...found);
    },
  }),
  favoritesOf: (user, from) => bySet(from, 'favorites', user),
  ownHiddenOf: (user, from) => bySet(from, 'ownHidden', user),
  days: (spans) => byDay(spans),
  months: (months) => byMonth(months, (month) => months.includes(monthOf(month))),
  weekdays: (weekdays) => byWeekday(weekdays),
  yearlyDays: (days) => {
    const passing = marks(days.map(({ month, day }) => monthDay(month, day)));
    return { key: days, keep: ({ monthDay: column }, ...found) => keepAmong(column, passing, ...found) };
  },
  cameras: (ids) => {
    const passing = marks(ids);
    return { key: ids, keep: ({ camera }, ...found) => keepAmong(camera, passing, ...found) };
  },
  // Must be last, since it chooses among the photos that pass all others.
  stackedFor: (user, { facets, capacity }) => {
    const favorites = facets.photos('favorites', user, capacity);
    return {
      ...(favorites.size > 0 ? { key: user, version: facets.version('favorites') } : { key: null }),
      isOfSeveral: true,
      keep: (columns, ...found) => keepCovers(columns, favorites, ...found),
    };
  },
};

const fields = Object.keys(conditions) as Field[];
const defaults = { archived: 'without', hidden: 'without' } as const satisfies PhotoFilter;

/**
 * The conditions of a filter. Filters with the same `asked` make the same request; filters with the same `key` also select
 * the same photos.
 */
export function conditionsOf(
  filter: PhotoFilter,
  from: Sources,
): { asked: string; key: string; conditions: Condition[] } {
  const complete: PhotoFilter = {
    ...filter,
    archived: filter.archived ?? defaults.archived,
    hidden: filter.hidden ?? defaults.hidden,
  };
  const result: Condition[] = [];
  const keys: unknown[] = [];
  const versions: unknown[] = [];
  for (const field of fields) {
    const value = complete[field];
    if (value === undefined) continue;
    const condition = (conditions[field] as (value: unknown, from: Sources) => Condition)(value, from);
    if (condition === anywhere) continue;
    result.push(condition);
    keys.push(field, condition.key);
    versions.push(condition.version);
  }
  const requestKey = JSON.stringify(keys);
  return { asked: requestKey, key: `${requestKey} ${JSON.stringify(versions)}`, conditions: result };
}

function inAlbum(uid: string, from: Sources): Condition {
  const rule = from.ruleOf(uid);
  return rule ? byRule(rule, from) : bySet(from, 'albums', from.facets.albumId(uid));
}

/** Photos that pass none of the conditions. */
function noneOf(conditions: readonly Condition[]): Condition {
  const key = conditions.map((condition) => condition.key);
  if (conditions.length === 0) return { key };
  return {
    key,
    version: conditions.map(({ version }) => version),
    isOfSeveral: conditions.some((condition) => condition.isOfSeveral),
    keep: (columns, positions, count) => {
      const passing = new Uint8Array(columns.length);
      for (const condition of conditions) {
        const found = positions.slice(0, count);
        const passed = all([condition]).keep?.(columns, found, count) ?? count;
        for (const position of found.subarray(0, passed)) passing[position] = 1;
      }
      return keepIf((position) => passing[position] === 0, positions, count);
    },
  };
}

/** Photos that pass another filter, including archived and hidden ones: the outer filter decides about those. */
function byRule(rule: PhotoFilter, from: Sources): Condition {
  const { asked: requestKey, conditions } = conditionsOf({ ...rule, archived: 'with', hidden: 'with' }, from);
  return { ...all(conditions), key: requestKey };
}

/** Photos that pass all of the conditions. */
function all(conditions: readonly Condition[]): Condition {
  return {
    key: conditions.map(({ key }) => key),
    version: conditions.map(({ version }) => version),
    isOfSeveral: conditions.some((condition) => condition.isOfSeveral),
    keep: (columns, ...found) => keepAll(columns, conditions, ...found),
  };
}

/** Moves the positions that pass all conditions to the front, and returns their number. */
export const keepAll = (
  columns: TimelineColumns,
  conditions: readonly Condition[],
  ...[positions, count]: Matches
): number =>
  conditions.reduce((passed, { flags, keep }) => {
    const flagged = flags ? keepFlagged(columns, flags, positions, passed) : passed;
    return keep?.(columns, positions, flagged) ?? flagged;
  }, count);

function byFlag(flag: number, choice: FlagFilter): Condition {
  return { key: choice, flags: { mask: choice === 'with' ? 0 : flag, wanted: choice === 'only' ? flag : 0 } };
}

function byPlace(key: unknown, find: () => readonly number[]): Condition {
  return {
    key,
    keep: ({ place }, ...found) => {
      return keepAmong(place, marks(find()), ...found);
    },
  };
}

/** @param owner undefined if the name does not exist */
function bySet({ facets, capacity }: Sources, facet: Facet, owner: number | undefined): Condition {
  if (owner === undefined) return nowhere;
  return {
    key: owner,
    version: facets.version(facet),
    keep: ({ id }, ...found) => keepOf(id, facets.photos(facet, owner, capacity), ...found),
  };
}
