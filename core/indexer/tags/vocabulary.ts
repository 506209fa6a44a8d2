import { createHash } from 'node:crypto';

/** What photos are asked whether they show it. */
export interface Vocabulary {
  readonly tags: readonly {
    readonly tag: string;
    /** Texts that describe such a photo; the mean of their vectors is the tag's. */
    readonly prompts: readonly string[];
  }[];
  /** Texts that describe any photo. */
  readonly neutral: readonly string[];
}

/** Tags that share the ways of being described. */
export interface TagGroup {
  /** `{}` stands for the thing. */
  readonly prompts: readonly string[];
  /** Things with their article, of which the tag is what follows it; or a tag with the words that say which thing is meant. */
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
