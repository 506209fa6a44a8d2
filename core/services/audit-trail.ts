import type { AuditEntries, AuditEntry } from '../store/accounts/audit-entries.ts';
import type { AuditEvent } from '../plugin-api/index.ts';
import { isAuditAction } from '../plugin-api/shapes/audit-action.ts';

export type { AuditEntry };

/** The actor of an event, under the name of that time. */
export interface Actor {
  /** Null if the actor is not a user. */
  readonly userId: number | null;
  readonly name: string;
}

/** The actor of commands on the machine itself. No user can have this name: it has a space. */
export const commandLine: Actor = { userId: null, name: 'command line' };

export type AuditEntryStore = Pick<AuditEntries, 'add' | 'addOnce' | 'page'>;

interface Dependencies {
  /** In the index, or in memory while the index is locked. */
  readonly entries: AuditEntryStore;
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

const refusals: ReadonlySet<string> = new Set(['attempts.blocked', 'access.refused', 'token.refused']);

/** More kinds of actions than any program has, as a limit for plugins that generate names. */
const maxActions = 200;

/** Longest text of one field, in characters. */
const longestText = 200;

/**
 * Records sign-ins, changes of users, and backups taken and restored, each with its actor. An action must neither fail nor
 * be undone because its entry could not be written: an error, such as a full disk, is only logged.
 */
export class AuditTrail {
  readonly #with: Dependencies;
  readonly #counts = new Map<string, number>();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @param origin the actor is null for unauthenticated requests */
  record(event: AuditEvent, origin: { actor: Actor | null; address?: string | undefined }): void {
    const { entries, clock, onError } = this.#with;
    try {
      const { action } = event;
      this.#count(action);
      const entry = {
        at: clock(),
        action,
        actorId: origin.actor?.userId ?? null,
        actor: origin.actor?.name ?? null,
        subject: plain(event.subject),
        detail: plain(event.detail),
        address: origin.address ?? null,
      };
      // Refused requests cost a client nothing, so they must not cost a disk write each.
      if (refusals.has(action)) entries.addOnce(entry);
      else entries.add(entry);
    } catch (error) {
      onError(error);
    }
  }

  #count(action: string): void {
    const previous = this.#counts.get(action);
    if (previous === undefined && (!isAuditAction(action) || this.#counts.size >= maxActions)) {
      throw new Error(`The audit trail knows no action of the name ${JSON.stringify(action)}`);
    }
    this.#counts.set(action, (previous ?? 0) + 1);
  }

  /** Reports an entry that could not be written. */
  failed(error: unknown): void {
    this.#with.onError(error);
  }

  /** Newest first; `nextBefore` is the cursor of the next page, null on the last page. */
  page(query: { limit: number; before?: number | undefined; action?: string | undefined }): {
    entries: AuditEntry[];
    nextBefore: number | null;
  } {
    const rows = this.#with.entries.page({ ...query, limit: query.limit + 1 });
    const entries = rows.slice(0, query.limit);
    return { entries, nextBefore: rows.length > entries.length ? (entries.at(-1)?.id ?? null) : null };
  }

  /** Number of events since the start of the program, by action. */
  counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

/** One line of limited length. */
function plain(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, longestText);
}
