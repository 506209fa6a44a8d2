import type { WithheldFrom } from '../domain/withheld.ts';
import { dateOf, epochDay, weekdayOf, type DaySpan, type EpochDay } from '../domain/epoch-day.ts';
import { isWithinFolder } from '../domain/folder-path.ts';
import { monthDay, monthNumber, monthOf, yearOf } from '../domain/local-date.ts';
import { nameKey } from '../domain/place-names.ts';
import { tagKey } from '../domain/tag-names.ts';
import type { PhotoFolders } from '../store/photos/photo-folders.ts';
import type { Places } from '../store/photos/places.ts';
import type { TimelineColumns } from './columns.ts';
import { ARCHIVED, HIDDEN, KIND_MASK, kindBits } from './entry.ts';
import type { Facet, Facets } from './facets.ts';
import { isFew, keepAmong, keepFlagged, keepIf, keepOf, keepOthers, type Found, type WantedFlags } from './keep.ts';
import { isWithin } from './map-clusters.ts';
import type { PhotoFilter, Shown, TimeWindow } from './photo-filter.ts';
import { keepCovers } from './stack-covers.ts';
import type { ThingSets } from './thing-sets.ts';
import type { TripsInTimeline } from './trips-in-timeline.ts';

/** The condition of one field of a filter on a photo. */
export interface Condition {
  /** Where it is the same, the same photos pass, as long as the timeline does not change. */
  readonly key: unknown;
  /** Bits of the flags: one scan tests them for all conditions together. */
  readonly flags?: WantedFlags;
  /** Moves the positions that pass to the front; answers how many do. */
  readonly keep?: (columns: TimelineColumns, ...found: Found) => number;
  /** Whether a photo passes may depend on other photos than itself. */
  readonly isOfSeveral?: boolean;
}

/** The data that conditions read. */
export interface Sources {
  readonly facets: Pick<Facets, 'photos' | 'version' | 'namesVersion' | 'tagId' | 'albumId'>;
  readonly places: Pick<Places, 'meantBy' | 'havingPart'>;
  readonly folders: Pick<PhotoFolders, 'all'>;
  readonly withheld: WithheldFrom;
  readonly things: Pick<ThingSets, 'photos'>;
  /** The filter by which an album finds its photos, if it does. */
  readonly ruleOf: (albumUid: string) => PhotoFilter | undefined;
  readonly trips: Pick<TripsInTimeline, 'version' | 'photosOf'>;
  /** The version of the timeline. */
  readonly version: number;
  /** Uids of the albums whose photos the timeline leaves out. */
  readonly offTimeline: () => readonly string[];
  /** The largest id of a photo that is expected. */
  readonly capacity: number;
}

type Field = Exclude<keyof PhotoFilter, keyof TimeWindow | 'asker' | 'byHand'>;

/** For each value of the flags, 1 unless it is a video. */
const notVideo = Uint8Array.from({ length: 256 }, (_, flags) => Number((flags & KIND_MASK) !== kindBits.video));

/** No photo passes: there is nothing with that name. */
const nowhere: Condition = { key: null, keep: () => 0 };
/** Every photo passes: lists with it are the same as lists without. */
const anywhere: Condition = { key: null };

/** One row for each field of a filter. The window in time is no condition: it cuts the list that they make. */
const conditions: { readonly [F in Field]-?: (value: NonNullable<PhotoFilter[F]>, from: Sources) => Condition } = {
  archived: (shown) => byFlag(ARCHIVED, shown),
  hidden: (shown) => byFlag(HIDDEN, shown),
  withheldFrom: (audience, { withheld }) => {
    const { key, photos } = withheld(audience);
    if (key === 0) return anywhere;
    return { key, keep: ({ id }, ...found) => keepOthers(id, photos, ...found) };
  },
  kind: (kind) => ({ key: kind, flags: { mask: KIND_MASK, wanted: kindBits[kind] } }),
  kinds: (kinds) => {
    const wanted = Uint8Array.from({ length: 256 }, (_, flags) =>
      Number(kinds.some((kind) => (flags & KIND_MASK) === kindBits[kind])),
    );
    return { key: kinds, keep: ({ flags }, ...found) => keepAmong(flags, wanted, ...found) };
  },
  still: () => ({ key: true, keep: ({ flags }, ...found) => keepAmong(flags, notVideo, ...found) }),
  // By the name and not its places: a new place comes with photos, and the timeline changes with them.
  place: (name, { places }) => byPlace(nameKey(name), () => places.meantBy(name)),
  placeNames: (names, { places }) => byPlace(names.map(nameKey), () => names.flatMap((name) => places.meantBy(name))),
  placePart: (part, { places }) => byPlace(nameKey(part), () => places.havingPart(part)),
  places: (ids) => byPlace(ids, () => ids),
  box: (box) => ({
    key: box,
    keep: ({ lat, lng }, ...found) => keepIf((position) => isWithin(box, lat[position]!, lng[position]!), ...found),
  }),
  // By the path, as for places: a new folder comes with photos.
  folder: ({ path, below }, { folders }) => ({
    key: [path, below],
    keep: ({ folder }, ...found) => {
      const wanted = folders.all().filter((one) => (below ? isWithinFolder(one.path, path) : one.path === path));
      return keepAmong(folder, marks(wanted.map(({ id }) => id)), ...found);
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
    key: [id, trips.version],
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
    key: [lists, facets.version('people'), facets.version('named'), facets.namesVersion],
    keep: ({ id }, ...found) => {
      const of = (person: number) =>
        (['people', 'named'] as const).map((facet) => facets.photos(facet, person, capacity));
      const wanted = lists.map((ids) => ids.flatMap(of));
      return keepIf((at) => wanted.every((sets) => sets.some((set) => set.has(id[at]!))), ...found);
    },
  }),
  favoritesOf: (user, from) => bySet(from, 'favorites', user),
  ownHiddenOf: (user, from) => bySet(from, 'ownHidden', user),
  days: (spans) => byDay(spans),
  months: (wanted) => byMonth(wanted, (month) => wanted.includes(monthOf(month))),
  weekdays: (wanted) => byWeekday(wanted),
  yearlyDays: (days) => {
    const wanted = marks(days.map(({ month, day }) => monthDay(month, day)));
    return { key: days, keep: ({ monthDay: column }, ...found) => keepAmong(column, wanted, ...found) };
  },
  cameras: (ids) => {
    const wanted = marks(ids);
    return { key: ids, keep: ({ camera }, ...found) => keepAmong(camera, wanted, ...found) };
  },
  // The last: it chooses among the photos that pass all others.
  stackedFor: (user, { facets, capacity }) => {
    const favorites = facets.photos('favorites', user, capacity);
    return {
      key: favorites.size > 0 && [user, facets.version('favorites')],
      isOfSeveral: true,
      keep: (columns, ...found) => keepCovers(columns, favorites, ...found),
    };
  },
};

const fields = Object.keys(conditions) as Field[];
const usual = { archived: 'without', hidden: 'without' } as const satisfies PhotoFilter;

/** The conditions of a filter, and a text that is the same for filters which the same photos pass. */
export function conditionsOf(filter: PhotoFilter, from: Sources): { key: string; conditions: Condition[] } {
  const asked: PhotoFilter = {
    ...filter,
    archived: filter.archived ?? usual.archived,
    hidden: filter.hidden ?? usual.hidden,
  };
  const found: Condition[] = [];
  const keys: unknown[] = [];
  for (const field of fields) {
    const value = asked[field];
    if (value === undefined) continue;
    const condition = (conditions[field] as (value: unknown, from: Sources) => Condition)(value, from);
    if (condition === anywhere) continue;
    found.push(condition);
    keys.push(field, condition.key);
  }
  return { key: JSON.stringify(keys), conditions: found };
}

function inAlbum(uid: string, from: Sources): Condition {
  const rule = from.ruleOf(uid);
  return rule ? byRule(rule, from) : bySet(from, 'albums', from.facets.albumId(uid));
}

/** Photos that pass none of some conditions. */
function noneOf(conditions: readonly Condition[]): Condition {
  const key = conditions.map((condition) => condition.key);
  if (conditions.length === 0) return { key };
  return {
    key,
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

/** Photos that pass another filter, archived and hidden ones too: the outer filter decides about those. */
function byRule(rule: PhotoFilter, from: Sources): Condition {
  const { key, conditions } = conditionsOf({ ...rule, archived: 'with', hidden: 'with' }, from);
  return { ...all(conditions), key };
}

/** Photos that pass each of some conditions. */
function all(conditions: readonly Condition[]): Condition {
  return {
    key: conditions.map(({ key }) => key),
    isOfSeveral: conditions.some((condition) => condition.isOfSeveral),
    keep: (columns, ...found) => keepAll(columns, conditions, ...found),
  };
}

/** Moves the positions that pass all conditions to the front; answers how many do. */
export const keepAll = (
  columns: TimelineColumns,
  conditions: readonly Condition[],
  ...[positions, count]: Found
): number =>
  conditions.reduce((left, { flags, keep }) => {
    const flagged = flags ? keepFlagged(columns, flags, positions, left) : left;
    return keep?.(columns, positions, flagged) ?? flagged;
  }, count);

function byFlag(flag: number, shown: Shown): Condition {
  return { key: shown, flags: { mask: shown === 'with' ? 0 : flag, wanted: shown === 'only' ? flag : 0 } };
}

function byPlace(key: unknown, find: () => readonly number[]): Condition {
  return {
    key,
    keep: ({ place }, ...found) => {
      return keepAmong(place, marks(find()), ...found);
    },
  };
}

/** By the number of a day in the timeline: the last five bits of `monthDay` are the day of the month. */
function byDay(spans: readonly DaySpan[]): Condition {
  const keys = spans.map(([from, to]) => [dayKey(from), dayKey(to)] as const);
  return {
    // As text, since an open end is no number in JSON.
    key: keys.join(';'),
    keep: ({ month, monthDay: day }, ...found) =>
      keepIf(
        (at) => {
          const key = month[at]! * 32 + (day[at]! & 31);
          return keys.some(([from, to]) => key >= from && key <= to);
        },
        ...found,
      ),
  };
}

function dayKey(day: EpochDay): number {
  if (!Number.isFinite(day)) return day;
  const { year, month, day: ofMonth } = dateOf(day);
  return monthNumber(year, month) * 32 + ofMonth;
}

function byWeekday(wanted: readonly number[]): Condition {
  return {
    key: wanted,
    keep: ({ month, monthDay: day }, ...found) => {
      // The weekday with which a month begins is computed once for each month.
      const begins = new Uint8Array(2 ** 16);
      const isWanted = Uint8Array.from({ length: 8 }, (_, weekday) => Number(wanted.includes(weekday)));
      return keepIf(
        (at) => {
          const of = month[at]!;
          if (begins[of] === 0) begins[of] = weekdayOf(epochDay(yearOf(of), monthOf(of), 1));
          const first = begins[of]!;
          return isWanted[((first + (day[at]! & 31) - 2) % 7) + 1] === 1;
        },
        ...found,
      );
    },
  };
}

/** 1 at the place of each number. */
function marks(numbers: readonly number[]): Uint8Array {
  const marked = new Uint8Array(numbers.reduce((largest, number) => Math.max(largest, number), 0) + 1);
  for (const number of numbers) marked[number] = 1;
  return marked;
}

/** By the number that a month has in the timeline: see local-date.ts. */
function byMonth(key: unknown, isWanted: (month: number) => boolean): Condition {
  return {
    key,
    keep: ({ month }, ...found) => {
      if (isFew(found)) return keepIf((at) => isWanted(month[at]!), ...found);
      const wanted = Uint8Array.from({ length: 2 ** 16 }, (_, number) => Number(isWanted(number)));
      return keepAmong(month, wanted, ...found);
    },
  };
}

/** @param owner undefined when there is none of the name */
function bySet({ facets, capacity }: Sources, facet: Facet, owner: number | undefined): Condition {
  if (owner === undefined) return nowhere;
  return {
    key: [owner, facets.version(facet)],
    keep: ({ id }, ...found) => keepOf(id, facets.photos(facet, owner, capacity), ...found),
  };
}
