import { createHash } from 'node:crypto';

/** The words that photos are tagged with. */
export interface Vocabulary {
  readonly tags: readonly {
    readonly tag: string;
    /** Texts that describe such a photo; the tag's vector is the mean of theirs. */
    readonly prompts: readonly string[];
  }[];
  /** Texts that describe any photo. */
  readonly neutral: readonly string[];
}

/** Tags that share the texts that describe them. */
export interface TagGroup {
  /** `{}` is replaced by the thing. */
  readonly prompts: readonly string[];
  /** Things with their article, which the tags omit; or pairs of a tag and its meaning. */
  readonly things: readonly (string | readonly [tag: string, thing: string])[];
}

export function vocabularyOf(groups: readonly TagGroup[], neutral: readonly string[]): Vocabulary {
  const tags = groups.flatMap(({ prompts, things }) =>
    things.map((each) => {
      const [tag, thing] = typeof each === 'string' ? [each.replace(/^(?:an?|the) /, ''), each] : each;
      return { tag, prompts: prompts.map((prompt) => prompt.replace('{}', thing)) };
    }),
  );
  return { tags, neutral };
}

/** Changes with every word of the vocabulary. */
export function fingerprint(vocabulary: Vocabulary): string {
  return createHash('sha256').update(JSON.stringify(vocabulary)).digest('hex').slice(0, 12);
}
