const longestTag = 64;

/**
 * A list of tags with one more; the same list when it has it already in any spelling of case, or when there is nothing
 * to add. The server has the last word on what a tag may be.
 */
export function withTag(tags: readonly string[], typed: string): readonly string[] {
  const tag = Array.from(typed.normalize('NFC').trim()).slice(0, longestTag).join('').trim();
  const key = tag.toLowerCase();
  if (tag === '' || tags.some((other) => other.toLowerCase() === key)) return tags;
  return [...tags, tag];
}

export function withoutTag(tags: readonly string[], gone: string): readonly string[] {
  return tags.filter((tag) => tag !== gone);
}
