import type { Db, Statement } from '../db/open.ts';
import type { BytesOfDay } from '../domain/budget-day.ts';
import type { LossReason } from '../domain/mass-loss.ts';

/** A loss for which the sync waits until an admin agrees, since a large part of the library would be removed. */
export interface MassLoss {
  readonly reason: LossReason;
  /** The number of photos that would be removed, out of `total`. */
  readonly missing: number;
  readonly total: number;
  /** The id of the store to which the photo source is connected now. */
  readonly storeId: string;
  /** Epoch seconds. */
  readonly since: number;
}

/** The loss that an admin has confirmed, as it was shown. A larger one needs a new confirmation. */
export type LossAgreement = Pick<MassLoss, 'reason' | 'missing' | 'storeId'>;

/** An incomplete pass over the whole timeline. It survives a restart. */
export interface FullPass {
  /** The next page; null for the first. */
  readonly cursor: string | null;
  /** The cursor at which the changes feed continues afterwards; null until the first page was read. */
  readonly changesCursor: string | null;
  /** All pages were read: photos that were not in them are deleted. */
  readonly complete: boolean;
  /** The number of photos in the library when the pass began. */
  readonly library: number;
  /** Epoch seconds. */
  readonly startedAt: number;
  /** Photos that were not in the listing are being hidden, and those that have moved are taken over. */
  readonly sweeping?: true;
  /** The source was still listing its photos, so photos that this pass did not meet are not considered deleted. */
  readonly partial?: true;
}

/** The state of the sync of one source. */
interface OfSource {
  store_id: string;
  changes_cursor: string;
  full_pass: FullPass;
  /** The last pass was partial: another one must find the deleted photos. */
  sweep_due: true;
  /** Albums to read again: all, or those that changed. */
  albums_due: 'all' | string[];
  last_sync_at: number;
  /** The time zone that was used to date photos whose own time zone is unknown. */
  described_in: string;
  mass_loss: MassLoss;
  /** Valid until the sync that carries out the loss is complete, or until another loss is found. */
  loss_agreement: LossAgreement;
  /** The time at which such a sync was last completed. Earlier losses are no longer counted. */
  losses_agreed_at: number;
  /** The cost of reading originals according to the source; default: cheap. */
  originals: 'cheap' | 'metered';
  /** False if a part of an original costs as much as the whole, according to the source. */
  ranges: boolean;
  /** Whether photos skip the reading of heads, because the source cannot serve parts of files. */
  heads_passed: boolean;
  /** An admin decided to remove all photos of this source, whose plugin is no longer loaded. */
  leaving: true;
}

/** Values for the whole library. */
interface OfLibrary {
  /** False once the videos that were indexed without any reader of videos are queued again. */
  videos_unread: boolean;
  /** The bytes of metered originals that were read on this day, in the library's time zone. */
  originals_read: BytesOfDay;
  /** The model whose embeddings the clusterer uses; after a change, it examines all unassigned faces again. */
  clustered_by: string;
}

type Values = OfSource & OfLibrary;

const ofLibrary: Readonly<Record<keyof OfLibrary, true>> = {
  videos_unread: true,
  originals_read: true,
  clustered_by: true,
};

/** The state of the sync of a source. It is written in the same transaction as the work that it describes. */
export class SyncState {
  /** The suffix of the keys of this source; empty for the first source. */
  readonly #suffix: string;
  readonly #get: Statement<[string], string>;
  readonly #set: Statement<[string, string]>;
  readonly #delete: Statement<[string]>;

  /** @param source the id of the source; default: the first source */
  constructor(db: Db, source = 0) {
    this.#suffix = source === 0 ? '' : `@${source}`;
    this.#get = db.prepare<[string], string>('SELECT value FROM sync_state WHERE key = ?').pluck();
    this.#set = db.prepare(
      'INSERT INTO sync_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    );
    this.#delete = db.prepare('DELETE FROM sync_state WHERE key = ?');
  }

  get<K extends keyof Values>(key: K): Values[K] | undefined {
    const value = this.#get.get(this.#keyOf(key));
    return value === undefined ? undefined : (JSON.parse(value) as Values[K]);
  }

  set<K extends keyof Values>(key: K, value: Values[K]): void {
    this.#set.run(this.#keyOf(key), JSON.stringify(value));
  }

  delete(key: keyof Values): void {
    this.#delete.run(this.#keyOf(key));
  }

  /** Records that the sync waits for an admin. @returns the loss, with the time since which the sync waits */
  hold(loss: Omit<MassLoss, 'since'>, now: number): MassLoss {
    const before = this.get('mass_loss');
    const isSame = before?.reason === loss.reason && before.storeId === loss.storeId;
    const massLoss = { ...loss, since: isSame ? before.since : now };
    this.set('mass_loss', massLoss);
    return massLoss;
  }

  /** Resets the sync, so that the next one reads the whole timeline. */
  restart(): void {
    this.delete('changes_cursor');
    this.delete('full_pass');
    this.delete('sweep_due');
  }

  #keyOf(key: keyof Values): string {
    return key in ofLibrary ? key : `${key}${this.#suffix}`;
  }
}
