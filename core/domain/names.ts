import { DomainError, type Problem } from './errors.ts';

interface NameRules {
  /** The field of the request, for error messages. */
  readonly field: string;
  /** For error messages, as in `a tag has at most …`. */
  readonly what: string;
  /** For error messages, as in `and one has 70`. */
  readonly which: string;
  /** Maximum number of characters. */
  readonly most: number;
  readonly problem: Problem;
}

/**
 * Normalises a name for storage: trimmed and in Unicode NFC; it must not be empty or contain control characters.
 * @throws DomainError `bad_input`
 */
export function storedName(text: string, { field, what, which, most, problem }: NameRules): string {
  const refusal = (reason: string): DomainError =>
    new DomainError('bad_input', `${field}: ${what} ${reason}`, { problem });
  const name = text.normalize('NFC').trim();
  const length = Array.from(name).length;
  if (length === 0) throw refusal('must have at least one character.');
  if (length > most) throw refusal(`has at most ${most} characters, and ${which} has ${length}.`);
  if (/[\p{Cc}\p{Cs}]/u.test(name)) throw refusal('cannot hold control characters.');
  return name;
}

/** Two names of people, tags, places or albums are the same if their keys are equal. Case is ignored. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().normalize('NFC');
}

/** Normalises a name from another program for storage; null if it is invalid here. */
export function usableName(text: string, normalise: (text: string) => string): string | null {
  try {
    return normalise(text);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
