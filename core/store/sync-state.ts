import type { Db, Statement } from '../db/open.ts';
import type { BytesOfDay } from '../domain/budget-day.ts';
import type { LossReason } from '../domain/mass-loss.ts';

/** A loss for which the sync waits until an admin agrees: a large part of the library would go. */
export interface MassLoss {
  readonly reason: LossReason;
  /** Photos that would leave the library, of `total`. */
  readonly missing: number;
  readonly total: number;
  /** The store that the photo source shows. */
  readonly storeId: string;
  /** Epoch seconds. */
  readonly since: number;
}

/** The loss that an admin has confirmed, as it was shown. A larger one needs another confirmation. */
export type LossAgreement = Pick<MassLoss, 'reason' | 'missing' | 'storeId'>;

/** An unfinished reading of the whole timeline. It survives a restart. */
export interface FullPass {
  /** The next page; null for the first. */
  readonly cursor: string | null;
  /** Where the changes feed takes over afterwards; null until the first page has come. */
  readonly changesCursor: string | null;
  /** All pages were read: photos that were not in them are gone. */
  readonly complete: boolean;
  /** How many photos the library had when the pass began. */
  readonly library: number;
  /** Epoch seconds. */
  readonly startedAt: number;
  /** The source was still listing its photos: photos that this pass did not meet are not gone. */
  readonly partial?: true;
}

/** How far the sync of one source has come. */
interface OfSource {
  store_id: string;
  changes_cursor: string;
  full_pass: FullPass;
  /** The last pass was partial: another one has to find which photos are gone. */
  sweep_due: true;
  /** Albums to read again: all, or those that changed. */
  albums_due: 'all' | string[];
  last_sync_at: number;
  /** The time zone in which photos were dated whose own is unknown. */
  described_in: string;
  mass_loss: MassLoss;
  /** Holds until the sync that carries out the loss is done, or until another loss comes up. */
  loss_agreement: LossAgreement;
  /** When such a sync was last done. Losses until then count no more. */
  losses_agreed_at: number;
  /** The cost of reading originals according to the source; cheap by default. */
  originals: 'cheap' | 'metered';
  /** False if a part of an original costs as much as the whole, according to the source. */
  ranges: boolean;
  /** Whether photos are passed over whose heads are to be read, since there are none. */
  heads_passed: boolean;
  /** An admin decided to remove all photos of this source, whose plugin is not loaded any more. */
  leaving: true;
}

/** Values for the whole library. */
interface OfLibrary {
  /** False once videos that were indexed while nothing could read them wait for that. */
  videos_unread: boolean;
  /** Bytes of metered originals that were read on this day of the library's zone. */
  originals_read: BytesOfDay;
  /** The model by whose embeddings the clusterer works; with another one, it examines all unassigned faces again. */
  clustered_by: string;
}

type Values = OfSource & OfLibrary;

const ofLibrary: Readonly<Record<keyof OfLibrary, true>> = {
  videos_unread: true,
  originals_read: true,
  clustered_by: true,
};

/** The state of the sync of a source. It is written in the transaction of the work that it describes. */
export class SyncState {
  /** The suffix of the keys of this source; empty for the first source. */
  readonly #suffix: string;
  readonly #get: Statement<[string], string>;
  readonly #set: Statement<[string, string]>;
  readonly #delete: Statement<[string]>;

  /** @param source its id; default the first source */
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

  /** Notes that the sync waits for an admin. @returns the loss, with the time since which the sync waits */
  hold(loss: Omit<MassLoss, 'since'>, now: number): MassLoss {
    const before = this.get('mass_loss');
    const same = before?.reason === loss.reason && before.storeId === loss.storeId;
    const held = { ...loss, since: same ? before.since : now };
    this.set('mass_loss', held);
    return held;
  }

  /** Resets the sync: the next one reads the whole timeline. */
  restart(): void {
    this.delete('changes_cursor');
    this.delete('full_pass');
    this.delete('sweep_due');
  }

  #keyOf(key: keyof Values): string {
    return key in ofLibrary ? key : `${key}${this.#suffix}`;
  }
}
