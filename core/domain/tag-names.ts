import { DomainError } from './errors.ts';

const maxLength = 64;
const maxTags = 100;

/**
 * Brings a tag into the form in which it is kept: trimmed, Unicode NFC, 1 to 64 characters.
 * @throws DomainError `bad_input`
 */
function tagName(written: string): string {
  const name = written.normalize('NFC').trim();
  const length = Array.from(name).length;
  if (length === 0)
    throw new DomainError('bad_input', 'tags: a tag must have at least one character.', { problem: 'bad_tag' });
  if (length > maxLength) {
    throw new DomainError('bad_input', `tags: a tag has at most ${maxLength} characters, and one has ${length}.`, {
      problem: 'bad_tag',
    });
  }
  if (/[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new DomainError('bad_input', 'tags: a tag cannot hold control characters.', { problem: 'bad_tag' });
  }
  return name;
}

/** Tags with equal keys are the same tag. */
export function tagKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().normalize('NFC');
}

/**
 * The tags of one photo as they are kept: each in its form, each once, in the order in which they were written.
 * @throws DomainError `bad_input`
 */
export function tagNames(written: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const text of written) {
    const name = tagName(text);
    const key = tagKey(name);
    if (!byKey.has(key)) byKey.set(key, name);
  }
  if (byKey.size > maxTags) {
    throw new DomainError('bad_input', `tags: a photo has at most ${maxTags} tags, and ${byKey.size} were sent.`, {
      problem: 'too_many_tags',
    });
  }
  return [...byKey.values()];
}
