import type { PhotoKind, PhotoRule, SearchQuery } from '../../../core/http/wire.ts';
import type { PhotoFilter } from '../photos/photo-filter.ts';

/**
 * The rule of a smart album that finds the same photos as a search, as far as rules can express it: the remaining text is
 * searched for in what the photos show. Null if the search has no condition that a rule can express.
 */
export function ruleOfSearch({ filters, text }: SearchQuery): PhotoRule | null {
  const rule: PhotoRule = {};
  for (const filter of filters) {
    if (filter.type === 'person') {
      rule.any_person = filter.people.length > 1;
      rule.people = [...(rule.people ?? []), ...filter.people];
    }
    if (filter.type === 'place' && filter.name !== null) rule.places = [...(rule.places ?? []), filter.name];
    if (filter.type === 'camera' && filter.name !== null) rule.cameras = [...(rule.cameras ?? []), filter.name];
    if (filter.kind) {
      const kinds: readonly PhotoKind[] = filter.kind === 'image' ? ['image', 'live', 'raw'] : [filter.kind];
      rule.kinds = [...new Set([...(rule.kinds ?? []), ...kinds])];
    }
    if (filter.type === 'favorites') rule.only_favorites = true;
    if (filter.type === 'date') {
      if (filter.from !== null) rule.from = filter.from;
      if (filter.to !== null) rule.to = filter.to;
      if (filter.months.length > 0) rule.months = filter.months;
      if (filter.weekdays.length > 0) rule.weekdays = filter.weekdays;
      if (filter.days.length > 0) rule.yearly_days = filter.days.map(yearlyDay);
    }
  }
  if (text.trim() !== '') rule.things = [text.trim()];
  if (!rule.any_person) delete rule.any_person;
  return Object.keys(rule).length === 0 ? null : rule;
}

/** The rule that matches the filter of a list; null if no rule can. */
export function ruleOfFilter({ place, tag, person, trip, only_favorites }: PhotoFilter): PhotoRule | null {
  if (place !== undefined) return { places: [place] };
  if (tag !== undefined) return { tags: [tag] };
  if (person !== undefined) return { people: [person] };
  if (trip !== undefined) return { trip };
  return only_favorites ? { only_favorites } : null;
}

/** A rule in the form that the dialog edits: a single person, place, tag or kind becomes a list of one. */
export function editable({ person, place, tag, kind, ...rule }: PhotoRule): PhotoRule {
  const joined = <T>(value: T | undefined, values: readonly T[] | undefined): T[] => [
    ...new Set([...(values ?? []), ...(value === undefined ? [] : [value])]),
  ];
  return {
    ...rule,
    people: joined(person, rule.people),
    places: joined(place, rule.places),
    tags: joined(tag, rule.tags),
    kinds: joined(kind, rule.kinds),
  };
}

/** Whether a rule has any condition. */
export function hasConditions(rule: PhotoRule): boolean {
  return Object.entries(rule).some(([field, value]) => field !== 'any_person' && Boolean(value) && !isEmpty(value));
}

/** `12-24`. */
const yearlyDay = ({ month, day }: { month: number; day: number }): string =>
  [month, day].map((part) => String(part).padStart(2, '0')).join('-');

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
