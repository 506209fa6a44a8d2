import { DomainError } from './errors.ts';
import { nameKey, storedName, usableName } from './names.ts';

export { nameKey as tagKey } from './names.ts';

/** The most tags of one photo. */
export const maxTags = 100;

const tagName = (text: string): string =>
  storedName(text, { field: 'tags', what: 'a tag', which: 'one', most: 64, problem: 'bad_tag' });

/**
 * Normalises the tags of one photo for storage, without duplicates, in their order.
 * @throws DomainError `bad_input`
 */
export function tagNames(texts: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    const name = tagName(text);
    const key = nameKey(name);
    if (!byKey.has(key)) byKey.set(key, name);
  }
  if (byKey.size > maxTags) {
    throw new DomainError('bad_input', `tags: a photo has at most ${maxTags} tags, and ${byKey.size} were sent.`, {
      problem: 'too_many_tags',
    });
  }
  return [...byKey.values()];
}

/** The tags of a photo store that are valid here, without duplicates, in their order. */
export function usableTags(texts: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    if (byKey.size === maxTags) break;
    const name = usableName(text, tagName);
    if (name !== null && !byKey.has(nameKey(name))) byKey.set(nameKey(name), name);
  }
  return [...byKey.values()];
}
