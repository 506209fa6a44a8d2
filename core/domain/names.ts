import { DomainError, type Problem } from './errors.ts';

interface NameRules {
  /** The field of the request, for the message. */
  readonly field: string;
  /** As in `a tag has at most …`. */
  readonly what: string;
  /** As in `and one has 70`. */
  readonly which: string;
  /** Characters. */
  readonly most: number;
  readonly problem: Problem;
}

/**
 * Brings a name into the form in which it is stored: trimmed, Unicode NFC, not empty, without control characters.
 * @throws DomainError `bad_input`
 */
export function storedName(written: string, { field, what, which, most, problem }: NameRules): string {
  const refusal = (why: string): DomainError => new DomainError('bad_input', `${field}: ${what} ${why}`, { problem });
  const name = written.normalize('NFC').trim();
  const length = Array.from(name).length;
  if (length === 0) throw refusal('must have at least one character.');
  if (length > most) throw refusal(`has at most ${most} characters, and ${which} has ${length}.`);
  if (/[\p{Cc}\p{Cs}]/u.test(name)) throw refusal('cannot hold control characters.');
  return name;
}

/** Names with equal keys are the same name: of people, tags, places and albums. Case does not count. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().normalize('NFC');
}

/** A name from elsewhere in the form in which it is stored; null if the rules for names here forbid it. */
export function usableName(written: string, stored: (written: string) => string): string | null {
  try {
    return stored(written);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
