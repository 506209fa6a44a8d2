import { auditWords } from './audit-words.ts';
import { sentences } from './sentences.ts';

/** A sentence in a form that clients can translate. */
interface Sentence<Kind extends string = string> {
  /** `other`, with the sentence as `text`, for an unknown sentence of a plugin. */
  readonly kind: Kind | 'other';
  readonly about: Readonly<Record<string, string>>;
}

type SentenceKind = keyof typeof sentences;
type AuditKind = keyof typeof auditWords;

interface Pattern<Kind> {
  readonly kind: Kind;
  readonly pattern: RegExp;
}

function patternsOf<Kind extends string>(table: Readonly<Record<Kind, RegExp>>, end: string): Pattern<Kind>[] {
  const kinds = Object.keys(table) as Kind[];
  return kinds.map((kind) => ({ kind, pattern: new RegExp(`(?:${table[kind].source})(?=${end})`, 'uy') }));
}

/** Up to the end, or to the beginning of the next sentence: a capital, a number, ffmpeg, or the name of a photo source. */
const patterns = patternsOf(sentences, ' (?:[A-Z\\d]|ffmpeg |@?[\\w./-]+: )|$');
const wordPatterns = patternsOf(auditWords, '$');

/** The kinds of the sentences in a text, in order. */
export function sentencesIn(text: string): Sentence<SentenceKind>[] {
  const found: Sentence<SentenceKind>[] = [];
  for (let at = 0; at < text.length; at++) {
    const match = oneAt(patterns, text, at);
    if (!match) return [...found, other(text.slice(at))];
    found.push(match.sentence);
    at = match.end;
  }
  return found;
}

/** The same for the details of an audit entry: one, or several separated by commas. */
export function auditSentencesIn(text: string): Sentence<AuditKind>[] {
  const match = oneAt(wordPatterns, text, 0);
  const parts = match ? [text] : text.split(', ');
  return parts.map((part) => oneAt(wordPatterns, part, 0)?.sentence ?? other(part));
}

const other = (text: string): Sentence<never> => ({ kind: 'other', about: { text } });

function oneAt<Kind extends string>(
  candidates: readonly Pattern<Kind>[],
  text: string,
  at: number,
): { sentence: Sentence<Kind>; end: number } | null {
  for (const { kind, pattern } of candidates) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) continue;
    const groups = Object.entries((found.groups ?? {}) as Record<string, string | undefined>);
    const about = groups.filter((group): group is [string, string] => group[1] !== undefined);
    return { sentence: { kind, about: Object.fromEntries(about) }, end: pattern.lastIndex };
  }
  return null;
}
