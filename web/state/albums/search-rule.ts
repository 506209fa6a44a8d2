import type { PhotoRule, SearchQuery } from '../../../core/http/wire.ts';
import type { PhotoFilter } from '../photos/photo-filter.ts';

/**
 * The rule of an album that finds what a search found, as far as a rule can say it: what is left of the text is taken for
 * things that the photos show. Null where there is nothing to go by.
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
    if (filter.type === 'kind' && filter.kind) {
      rule.kinds = filter.kind === 'image' ? ['image', 'live', 'raw'] : [filter.kind];
    }
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

/** The same of a list with a filter. */
export function ruleOfFilter({ place, tag, person, trip, only_favorites }: PhotoFilter): PhotoRule | null {
  if (place !== undefined) return { places: [place] };
  if (tag !== undefined) return { tags: [tag] };
  if (person !== undefined) return { people: [person] };
  if (trip !== undefined) return { trip };
  return only_favorites ? { only_favorites } : null;
}

/** A rule in the form in which it is edited: one person, place, tag or kind is a list of one. */
export function editable({ person, place, tag, kind, ...rule }: PhotoRule): PhotoRule {
  const joined = <T>(one: T | undefined, several: readonly T[] | undefined): T[] => [
    ...new Set([...(several ?? []), ...(one === undefined ? [] : [one])]),
  ];
  return {
    ...rule,
    people: joined(person, rule.people),
    places: joined(place, rule.places),
    tags: joined(tag, rule.tags),
    kinds: joined(kind, rule.kinds),
  };
}

/** Whether a rule asks for anything. */
export function asksAnything(rule: PhotoRule): boolean {
  return Object.entries(rule).some(([field, value]) => field !== 'any_person' && Boolean(value) && !isEmpty(value));
}

/** `12-24` */
const yearlyDay = ({ month, day }: { month: number; day: number }): string =>
  [month, day].map((part) => String(part).padStart(2, '0')).join('-');

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
