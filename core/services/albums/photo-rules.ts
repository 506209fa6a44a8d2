import { boxOf } from '../../domain/bounding-box.ts';
import { folderAsked } from '../../domain/folder-path.ts';
import { dayOf, yearsOf, type DaySpan } from '../../domain/epoch-day.ts';
import type { LabelQuery } from '../../domain/found-in-photo.ts';
import type { PhotoFilterBody, PhotoRule } from '../../domain/photo-rule.ts';
import type { MergedPeople } from '../../store/people/merged-people.ts';
import type { PhotoFilter, Shown } from '../../timeline/photo-filter.ts';
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

/** Reads photo filters in JSON: of albums that find their photos by themselves, and of the bodies of requests. */
export class PhotoRules {
  readonly #with: Dependencies;

  constructor(parts: Dependencies) {
    this.#with = parts;
  }

  /** @param asker id of the user who asks, whose favourites are meant */
  filterOf(body: PhotoFilterBody, asker: number): PhotoFilter {
    const { people, any_person: anyPerson, person } = body;
    const lists = people?.map((id) => this.#now(id)) ?? [];
    return {
      person: person === undefined ? undefined : this.#now(person),
      people: lists.length === 0 ? undefined : anyPerson ? [lists] : lists.map((id) => [id]),
      place: body.place,
      placeNames: orNone(body.places),
      box: body.bbox === undefined ? undefined : boxOf(body.bbox),
      tag: body.tag,
      tags: orNone(body.tags),
      things: orNone(body.things)?.map((word) => this.#thing(word)),
      album: body.album,
      folder: body.folder === undefined ? undefined : folderAsked(body.folder, body.subfolders),
      trip: body.trip,
      asker,
      kind: body.kind,
      kinds: orNone(body.kinds),
      cameras: orNone(body.cameras)?.flatMap((name) => this.#with.timeline.cameras.find(name) ?? []),
      days: daysOf(body.day === undefined ? body : { from: body.day, to: body.day }),
      months: orNone(body.months),
      favoritesOf: body.only_favorites ? asker : undefined,
      ownHiddenOf: body.only_hidden_by_me ? asker : undefined,
      before: body.before,
      beforeUid: body.before_uid,
      after: body.after,
      archived: body.only_archived ? 'only' : shown(body.include_archived),
      onTimeline: body.include_off_timeline ? false : undefined,
      hidden: body.only_hidden ? 'only' : shown(body.include_hidden),
    };
  }

  /** The filter by which an album finds its photos; undefined where it has no rule. */
  ofAlbum(uid: string, asker: number): PhotoFilter | undefined {
    const rule = this.#with.ruleOf(uid);
    return rule && this.filterOf(rule, asker);
  }

  /** The rule with the people whom those in it became part of. */
  asOfNow(rule: PhotoRule): PhotoRule {
    const { person, people } = rule;
    return {
      ...rule,
      ...(person === undefined ? {} : { person: this.#now(person) }),
      ...(people === undefined ? {} : { people: [...new Set(people.map((id) => this.#now(id)))] }),
    };
  }

  /**
   * Reads beforehand, piece by piece, what a filter is looked up in: at a million photos that is much for one piece.
   * @throws the signal's reason
   */
  async ready({ things = [], album }: PhotoFilter, signal: AbortSignal): Promise<void> {
    const rule = album === undefined ? undefined : this.ofAlbum(album, 0);
    await this.#with.things.ready([...things, ...(rule?.things ?? [])], signal);
  }

  #now(person: number): number {
    return this.#with.merged.now(person);
  }

  /** What nothing is called finds nothing. */
  #thing(word: string): LabelQuery {
    return this.#with.words.vocabulary?.find(word) ?? { labels: [], least: 1 };
  }
}

function daysOf({ years, from, to }: PhotoFilterBody): DaySpan[] | undefined {
  const whole = years === undefined ? undefined : yearsOf(years);
  const first = Math.max(whole?.[0] ?? -Infinity, (from === undefined ? undefined : dayOf(from)) ?? -Infinity);
  const last = Math.min(whole?.[1] ?? Infinity, (to === undefined ? undefined : dayOf(to)) ?? Infinity);
  return first === -Infinity && last === Infinity ? undefined : [[first, last]];
}

/** An empty list asks nothing. */
const orNone = <T>(list: readonly T[] | undefined): readonly T[] | undefined => (list?.length === 0 ? undefined : list);

const shown = (include: boolean | undefined): Shown | undefined =>
  include === undefined ? undefined : include ? 'with' : 'without';
