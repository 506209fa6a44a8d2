import { DomainError } from '../../domain/errors.ts';
import type { PhotoRule } from '../../domain/photo-rule.ts';

const refusal = (detail: string): DomainError => new DomainError('bad_input', detail, { problem: 'bad_rule' });

/** Fields that only modify other fields and select no photos on their own. */
const companions: readonly (keyof PhotoRule)[] = ['any_person'];

/**
 * Normalizes a rule for storage: fields without an effect are removed.
 * @param albums.isChosen whether the album exists and has no rule itself
 * @throws DomainError `bad_input` when the rule is empty or contradictory
 */
export function checkedRule(rule: PhotoRule, albums: { isChosen: (albumUid: string) => boolean }): PhotoRule {
  const conditions = Object.entries(rule).filter(
    ([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  if (conditions.every(([field]) => companions.includes(field as keyof PhotoRule))) {
    throw refusal('rule: say at least one thing that its photos have in common.');
  }
  const { from, to, album } = rule;
  if (from !== undefined && to !== undefined && from > to) {
    throw refusal('rule.to: the last day comes before the first.');
  }
  if (album !== undefined && !albums.isChosen(album)) {
    throw refusal('rule.album: there is no such album, or it has a rule itself.');
  }
  return Object.fromEntries(conditions);
}
