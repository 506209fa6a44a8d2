import { boxOf, type BoundingBox } from '../../domain/bounding-box.ts';
import { folderFilter } from '../../domain/folder-path.ts';
import { dayOf, yearlyDayOf, yearsOf, type DaySpan } from '../../domain/epoch-day.ts';
import type { LabelQuery } from '../../domain/photo-findings.ts';
import type { ListFilter, PhotoFilterBody, PhotoRule } from '../../domain/photo-rule.ts';
import type { MergedPeople } from '../../store/people/merged-people.ts';
import type { PhotoFilter, FlagFilter } from '../../timeline/photo-filter.ts';
import type { ThingSets } from '../../timeline/thing-sets.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { ThingWords } from '../search/thing-words.ts';

interface Dependencies {
  readonly words: Pick<ThingWords, 'vocabulary'>;
  readonly merged: MergedPeople;
  readonly timeline: Pick<Timeline, 'cameras'>;
  readonly things: Pick<ThingSets, 'ready'>;
  /** The rule of an album, if it has one. */
  readonly ruleOf: (albumUid: string) => PhotoRule | undefined;
}

/** Conditions of a filter in JSON or parameters, with boxes and days parsed. */
interface AnyFilter
  extends Omit<PhotoFilterBody, 'bbox' | 'years' | 'from' | 'to' | 'day'>, Omit<ListFilter, keyof PhotoFilterBody> {
  readonly box: BoundingBox | undefined;
  readonly days: DaySpan | undefined;
}

/** The fields of a filter that requests can set; searches, the map and the library itself set the others. */
type Mapped = Omit<PhotoFilter, 'still' | 'placePart' | 'places' | 'byHand' | 'withheldFrom'>;

/** Converts conditions in JSON or parameters to photo filters. */
export class PhotoRules {
  readonly #with: Dependencies;

  constructor(parts: Dependencies) {
    this.#with = parts;
  }

  /** The filter of a request body or of a rule. @param userId id of the requesting user */
  filterOf(body: PhotoFilterBody, userId: number): PhotoFilter {
    const { bbox, years, from, to, day, ...rest } = this.asOfNow(body);
    const box = bbox === undefined ? undefined : boxOf(bbox);
    return this.#filter({ ...rest, box, days: day === undefined ? spanOf({ years, from, to }) : oneDay(day) }, userId);
  }

  /** The filter of a list's parameters. @param userId id of the requesting user */
  ofList({ bbox: box, years, day, ...rest }: ListFilter, userId: number): PhotoFilter {
    return this.#filter({ ...rest, box, days: day ?? years }, userId);
  }

  /** The filter that an album's rule defines; undefined if it has no rule. */
  ofAlbum(uid: string, userId: number): PhotoFilter | undefined {
    const rule = this.#with.ruleOf(uid);
    return rule && this.filterOf(rule, userId);
  }

  /** The rule with its people replaced by the people that they were merged into. */
  asOfNow<Rule extends PhotoRule>(rule: Rule): Rule {
    const { person, people } = rule;
    return {
      ...rule,
      ...(person === undefined ? {} : { person: this.#now(person) }),
      ...(people === undefined ? {} : { people: [...new Set(people.map((id) => this.#now(id)))] }),
    };
  }

  /**
   * Loads the lookup tables of a filter in slices: at a million photos, one piece would block the event loop.
   * @throws the signal's reason
   */
  async ready({ things = [], album }: PhotoFilter, signal: AbortSignal): Promise<void> {
    const rule = album === undefined ? undefined : this.ofAlbum(album, 0);
    await this.#with.things.ready([...things, ...(rule?.things ?? [])], signal);
  }

  #filter(filter: AnyFilter, userId: number): PhotoFilter {
    const { box, days, person, place, tag, album, trip, kind, before, after, before_uid: beforeUid, ...more } = filter;
    const { people = [], any_person: anyPerson, places, things, tags, kinds, cameras, ...others } = more;
    const {
      months,
      weekdays,
      yearly_days: yearlyDays,
      folder,
      subfolders,
      only_favorites: favorites,
      ...shown
    } = others;
    const { include_archived, only_archived, include_hidden, only_hidden, only_hidden_by_me, ...last } = shown;
    const { include_off_timeline, stacked, ...unread } = last;
    // This does not compile while a field is not read.
    unread satisfies Record<string, never>;
    return {
      ...{ box, person, place, tag, album, trip, kind, before, beforeUid, after, asker: userId },
      people: people.length === 0 ? undefined : anyPerson ? [people] : people.map((id) => [id]),
      placeNames: orNone(places),
      tags: orNone(tags),
      things: orNone(things)?.map((word) => this.#thing(word)),
      kinds: orNone(kinds),
      cameras: orNone(cameras)?.flatMap((name) => this.#with.timeline.cameras.find(name) ?? []),
      folder: folder === undefined ? undefined : folderFilter(folder, subfolders),
      days: days && [days],
      months: orNone(months),
      weekdays: orNone(weekdays),
      yearlyDays: orNone(yearlyDays)?.flatMap((text) => yearlyDayOf(text) ?? []),
      favoritesOf: favorites ? userId : undefined,
      ownHiddenOf: only_hidden_by_me ? userId : undefined,
      archived: only_archived ? 'only' : withOrWithout(include_archived),
      hidden: only_hidden ? 'only' : withOrWithout(include_hidden),
      onTimeline: include_off_timeline ? false : undefined,
      stackedFor: stacked ? userId : undefined,
    } satisfies { readonly [Field in keyof Mapped]-?: Mapped[Field] };
  }

  #now(person: number): number {
    return this.#with.merged.now(person);
  }

  /** An unknown word finds no photos. */
  #thing(word: string): LabelQuery {
    return this.#with.words.vocabulary?.find(word) ?? { labels: [], least: 1 };
  }
}

const oneDay = (text: string): DaySpan | undefined => {
  const day = dayOf(text);
  return day === undefined ? undefined : [day, day];
};

/** The intersection of the given days; undefined if nothing is restricted. */
function spanOf({
  years,
  from,
  to,
}: {
  years?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): DaySpan | undefined {
  const daysOfYears = years === undefined ? undefined : yearsOf(years);
  const first = Math.max(daysOfYears?.[0] ?? -Infinity, (from === undefined ? undefined : dayOf(from)) ?? -Infinity);
  const last = Math.min(daysOfYears?.[1] ?? Infinity, (to === undefined ? undefined : dayOf(to)) ?? Infinity);
  return first === -Infinity && last === Infinity ? undefined : [first, last];
}

/** An empty list counts as no condition. */
const orNone = <T>(list: readonly T[] | undefined): readonly T[] | undefined => (list?.length === 0 ? undefined : list);

/** Undefined if the request does not specify it. */
const withOrWithout = (include: boolean | undefined): FlagFilter | undefined =>
  include === undefined ? undefined : include ? 'with' : 'without';
