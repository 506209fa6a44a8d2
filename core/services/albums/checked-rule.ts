import { DomainError } from '../../domain/errors.ts';
import type { PhotoRule } from '../../domain/photo-rule.ts';

const refusal = (detail: string): DomainError => new DomainError('bad_input', detail, { problem: 'bad_rule' });

/** What says nothing by itself. */
const companions: readonly (keyof PhotoRule)[] = ['any_person'];

/**
 * A rule of an album as it is kept: without fields that ask nothing.
 * @param known.isChosen whether there is such an album, and it has no rule itself
 * @throws DomainError `bad_input` where it asks nothing, or what cannot be
 */
export function checkedRule(rule: PhotoRule, known: { isChosen: (albumUid: string) => boolean }): PhotoRule {
  const asked = Object.entries(rule).filter(
    ([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  if (asked.every(([field]) => companions.includes(field as keyof PhotoRule))) {
    throw refusal('rule: say at least one thing that its photos have in common.');
  }
  const { from, to, album } = rule;
  if (from !== undefined && to !== undefined && from > to) {
    throw refusal('rule.to: the last day comes before the first.');
  }
  if (album !== undefined && !known.isChosen(album)) {
    throw refusal('rule.album: there is no such album, or it has a rule itself.');
  }
  return Object.fromEntries(asked);
}
