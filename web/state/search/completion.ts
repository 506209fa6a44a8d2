/** What a search box can complete. */
export interface KnownWord {
  readonly kind: 'person' | 'place' | 'tag' | 'month' | 'recent';
  /** The text that a search understands. */
  readonly text: string;
}

export interface Completion extends KnownWord {
  /** The whole search text with the word in it. */
  readonly completed: string;
}

const most = 8;
/** Of one kind, so that others have room. */
const mostOfKind = 4;

/**
 * What the last words of a search text may be going to be: `sunset with an` → `sunset with Anna`. As many of the last words
 * as begin a name count, so that `new yo` finds New York; names that begin with them come before those that have them
 * later.
 */
export function complete(typed: string, known: readonly KnownWord[]): Completion[] {
  const starts = [...typed.matchAll(/\S+/g)].map(({ index }) => index);
  // Within quotes words are text, and a finished word waits for the next.
  const isOpen = (typed.split('"').length - 1) % 2 === 1;
  if (starts.length === 0 || isOpen || /\s$/.test(typed)) return [];
  const found = new Map<string, Completion & { rank: number }>();
  for (const start of starts) {
    const wanted = folded(typed.slice(start));
    if (wanted.length < 2 && start > 0) continue;
    for (const word of known) {
      const name = folded(word.text);
      const at = name.startsWith(wanted) ? 0 : startOfWord(name, wanted);
      const key = `${word.kind} ${word.text}`;
      if (at === null || name === wanted || found.has(key)) continue;
      // More words of the text first, then those at the beginning of the name.
      found.set(key, { ...word, completed: typed.slice(0, start) + word.text, rank: start * 2 + Math.sign(at) });
    }
  }
  const counts = new Map<string, number>();
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank)
    .filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= mostOfKind;
    })
    .slice(0, most)
    .map(({ kind, text, completed }) => ({ kind, text, completed }));
}

/** Without case and accents: nobody types `Québec` in a hurry. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

function startOfWord(name: string, wanted: string): number | null {
  const at = name.indexOf(` ${wanted}`);
  return at < 0 ? null : at + 1;
}
