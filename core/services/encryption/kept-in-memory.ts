import { sameWithin, type NewAuditEntry } from '../../store/accounts/audit-entries.ts';
import type { KeptEntries } from '../audit-trail.ts';
import type { KeptFailures } from '../sign-in/login-limits.ts';

/** Addresses whose failures are remembered; the one that failed first is forgotten for another. */
const mostKeys = 10_000;

/**
 * When attempts to unlock failed, by key. In memory, since the index is locked: a restart forgives them, and whoever can
 * restart the server can read the keyring anyway.
 */
export class FailuresInMemory implements KeptFailures {
  readonly #failures = new Map<string, number[]>();

  add(key: string, at: number): void {
    this.#failures.set(key, [...(this.#failures.get(key) ?? []), at]);
    const [first] = this.#failures.keys();
    if (first !== undefined && this.#failures.size > mostKeys) this.#failures.delete(first);
  }

  nthNewest(key: string, n: number, { since, now }: { since: number; now: number }): number | undefined {
    return this.#failures
      .get(key)
      ?.filter((at) => at > since && at <= now)
      .at(-n);
  }

  purgeUntil(at: number): void {
    for (const [key, times] of this.#failures) {
      const left = times.filter((time) => time > at);
      if (left.length > 0) this.#failures.set(key, left);
      else this.#failures.delete(key);
    }
  }
}

/** Entries kept of each action, the newest. */
const mostEntries = 500;

/** Audit entries from while the index was locked, until they can be written there. */
export class EntriesInMemory implements KeptEntries {
  readonly #entries = new Map<string, NewAuditEntry[]>();

  add(entry: NewAuditEntry): void {
    this.#entries.set(entry.action, [...(this.#entries.get(entry.action) ?? []), entry].slice(-mostEntries));
  }

  addOnce(entry: NewAuditEntry): void {
    const { at, ...what } = entry;
    const same = this.#entries
      .get(entry.action)
      ?.some(({ at: before, ...other }) => at - before < sameWithin && JSON.stringify(other) === JSON.stringify(what));
    if (!same) this.add(entry);
  }

  /** Entries cannot be read before they are in the index. */
  page(): [] {
    return [];
  }

  /** All of them, in their order; none are left. */
  take(): NewAuditEntry[] {
    const all = [...this.#entries.values()].flat().sort((one, other) => one.at - other.at);
    this.#entries.clear();
    return all;
  }
}
