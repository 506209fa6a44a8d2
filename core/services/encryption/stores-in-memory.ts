import { sameWithin, type NewAuditEntry } from '../../store/accounts/audit-entries.ts';
import type { AuditEntryStore } from '../audit-trail.ts';
import type { LoginFailureStore } from '../sign-in/login-limits.ts';

/** The number of addresses whose failures are stored; beyond that, the oldest is dropped. */
const maxKeys = 10_000;

/**
 * The times of failed attempts to unlock, by key. They are kept in memory because the index is locked. A restart clears
 * them, but anyone who can restart the server can read the keyring anyway.
 */
export class FailuresInMemory implements LoginFailureStore {
  readonly #failures = new Map<string, number[]>();

  add(key: string, at: number): void {
    this.#failures.set(key, [...(this.#failures.get(key) ?? []), at]);
    const [first] = this.#failures.keys();
    if (first !== undefined && this.#failures.size > maxKeys) this.#failures.delete(first);
  }

  nthNewest(key: string, n: number, { since, now }: { since: number; now: number }): number | undefined {
    return this.#failures
      .get(key)
      ?.filter((at) => at > since && at <= now)
      .at(-n);
  }

  purgeUntil(at: number): void {
    for (const [key, times] of this.#failures) {
      const remaining = times.filter((time) => time > at);
      if (remaining.length > 0) this.#failures.set(key, remaining);
      else this.#failures.delete(key);
    }
  }
}

/** The number of entries stored for each action, newest first. */
const maxEntries = 500;

/** Audit entries made while the index is locked, until they can be written to it. */
export class EntriesInMemory implements AuditEntryStore {
  readonly #entries = new Map<string, NewAuditEntry[]>();

  add(entry: NewAuditEntry): void {
    this.#entries.set(entry.action, [...(this.#entries.get(entry.action) ?? []), entry].slice(-maxEntries));
  }

  addOnce(entry: NewAuditEntry): void {
    const { at, ...rest } = entry;
    const isRepeated = this.#entries
      .get(entry.action)
      ?.some(({ at: before, ...other }) => at - before < sameWithin && JSON.stringify(other) === JSON.stringify(rest));
    if (!isRepeated) this.add(entry);
  }

  /** Entries can only be read once they are in the index. */
  page(): [] {
    return [];
  }

  /** Oldest first. */
  all(): NewAuditEntry[] {
    return [...this.#entries.values()].flat().sort((a, b) => a.at - b.at);
  }

  clear(): void {
    this.#entries.clear();
  }
}
