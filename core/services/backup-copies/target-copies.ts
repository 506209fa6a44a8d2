import { pipeline, Transform, type Readable } from 'node:stream';
import type { BackupTarget, KeptSnapshot, Snapshot } from '../../plugin-api/index.ts';
import { retryDelay } from '../../plugin-api/toolkit/retry-delay.ts';
import { withinTime } from '../../plugin-api/toolkit/time-limit.ts';
import type { BackupCopyFailure, BackupCopyRecords, CopyPlace } from '../../store/backup-copy-records.ts';
import { newestSnapshot } from '../newest-snapshot.ts';
import { idleLimit } from './idle-limit.ts';

export interface CopyParts {
  readonly snapshots: () => Promise<readonly Snapshot[]>;
  /** The bytes of a snapshot, and the record beside it. */
  readonly files: { open(name: string): Readable; record(name: string): Promise<string> };
  readonly records: BackupCopyRecords;
  /** Called with the reason when copying begins to fail, and with null when it works again. */
  readonly onChange: (plugin: string, failure: string | null) => void;
  /** Called with an error for which no caller waits. */
  readonly onError: (error: unknown) => void;
  /** An error of a plugin, as one line without secrets. */
  readonly reasonOf: (plugin: string, error: unknown) => string;
  /** A keyed hash of a place, which may contain a password. */
  readonly fingerprintOf: (place: string) => string;
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Whether the folder of snapshots may be on a disk that is not mounted now. */
  readonly mayBeUnmounted: boolean;
  /** Milliseconds within which a target must read a byte or call `onProgress`; default an hour. */
  readonly patience?: number;
}

/** The state of the copies at one target. */
export interface CopyState {
  readonly plugin: string;
  /** False while the plugin waits for its settings. */
  readonly ready: boolean;
  /** The newest snapshot that was copied to the place of the target and still exists on the server. */
  readonly last: { readonly name: string; readonly at: number } | null;
  /** The snapshot that is being copied. */
  readonly current: { readonly name: string; readonly size: number; readonly since: number } | null;
  readonly failure: (BackupCopyFailure & { readonly nextAt: number | null }) | null;
}

interface Handing {
  readonly place: CopyPlace;
  readonly newest: Snapshot;
  readonly signal: AbortSignal;
}

/** The time limit for a list, in milliseconds. */
const listLimit = 120_000;
/** Seconds between two checks that the newest copy is still there. */
const checkInterval = 86_400;

/** Sends one backup target the snapshots that it does not have yet, one after the other. */
export class TargetCopies {
  readonly plugin: string;
  readonly #target: BackupTarget;
  readonly #with: CopyParts;
  #current: CopyState['current'] = null;
  #nextAt: number | null = null;
  /** A failure that could not be recorded, as on a full disk. */
  #unrecorded: BackupCopyFailure | undefined;
  #checkedAt = -Infinity;

  constructor(plugin: string, target: BackupTarget, parts: CopyParts) {
    this.plugin = plugin;
    this.#target = target;
    this.#with = parts;
  }

  get state(): CopyState {
    const { records } = this.#with;
    const isReady = this.#countsAsReady();
    const place = this.#placeOrNone();
    const last = place && records.of(place)[0];
    const failure = isReady ? this.#failure() : undefined;
    return {
      plugin: this.plugin,
      ready: isReady,
      last: last ? { name: last.snapshot, at: last.keptAt } : null,
      current: this.#current,
      failure: failure ? { ...failure, nextAt: this.#nextAt } : null,
    };
  }

  /**
   * Copies all snapshots that are due.
   * @returns seconds until the next try after a failure; null after success
   * @throws the reason of `signal`
   */
  async round(signal: AbortSignal): Promise<number | null> {
    const { clock, reasonOf } = this.#with;
    this.#nextAt = null;
    try {
      if (!this.#isReady()) return null;
      const place = this.#place();
      const newest = await this.#newest();
      for (const snapshot of await this.#due(place, newest, signal)) {
        // Whoever changes the place wakes the loop: the next round is for the other one.
        if (this.#place().place !== place.place) return null;
        await this.#hand(snapshot, { place, newest: newest ?? snapshot, signal });
      }
      this.#succeeded();
      return null;
    } catch (error) {
      signal.throwIfAborted();
      this.#failed(`${reasonOf(this.plugin, error)}.`);
      const wait = retryDelay(this.#failure()?.attempts ?? 1);
      this.#nextAt = clock() + wait;
      return wait;
    }
  }

  #failure(): BackupCopyFailure | undefined {
    return this.#unrecorded ?? this.#with.records.failureOf(this.plugin);
  }

  #failed(reason: string): void {
    const { records, clock, onError, onChange } = this.#with;
    if (!this.#failure()) onChange(this.plugin, reason);
    try {
      records.failed(this.plugin, clock(), reason);
      this.#unrecorded = undefined;
    } catch (error) {
      // A full disk, say: the copies must not end with it, and the failure is told until it can be recorded.
      const { attempts = 0, since = clock() } = this.#failure() ?? {};
      this.#unrecorded = { attempts: attempts + 1, since, reason };
      onError(error);
    }
  }

  #succeeded(): void {
    if (this.#failure()) this.#with.onChange(this.plugin, null);
    this.#with.records.succeeded(this.plugin);
    this.#unrecorded = undefined;
  }

  /** The newest verified snapshot. One with a time in the future, from a clock that was ahead, counts only if there is no other. */
  async #newest(): Promise<Snapshot | null> {
    const snapshots = (await this.#with.snapshots()).filter(isVerified);
    const now = this.#with.clock();
    return newestSnapshot(snapshots.filter(({ createdAt }) => createdAt <= now)) ?? newestSnapshot(snapshots);
  }

  /**
   * Verified snapshots that were never copied with these bytes, newest first, plus the newest one if its copy was lost. The
   * bytes of a snapshot change when the library is encrypted; its new copy then replaces the plain one.
   */
  async #due(place: CopyPlace, newest: Snapshot | null, signal: AbortSignal): Promise<Snapshot[]> {
    const { records, clock, mayBeUnmounted } = this.#with;
    const all = await this.#with.snapshots();
    // If there is none at all, the disk may not be mounted, and an empty folder be in its place.
    const isAway = all.length === 0 && mayBeUnmounted;
    if (!isAway) await this.#takeOver(place, all, signal);
    const snapshots = all.filter(isVerified);
    const names = new Set(all.map(({ name }) => name));
    const hashes = new Map(snapshots.map(({ name, sha256 }) => [name, sha256]));
    const copied = new Set<string>();
    for (const { snapshot, sha256 } of records.of(place)) {
      if (!isAway && !names.has(snapshot)) records.forget(this.plugin, snapshot);
      else if (hashes.get(snapshot) === sha256) copied.add(snapshot);
    }
    const isCheckDue = clock() - this.#checkedAt >= checkInterval;
    if (newest && copied.has(newest.name) && isCheckDue && !(await this.#isListed(newest, signal))) {
      copied.delete(newest.name);
      records.forget(this.plugin, newest.name);
    }
    return snapshots.filter(({ name }) => !copied.has(name)).sort((a, b) => (a.name < b.name ? 1 : -1));
  }

  /**
   * Forgets copies at other places. Those of a version that did not record places, or of a target that did not name its
   * place, are taken over if the target lists them at this one.
   */
  async #takeOver(place: CopyPlace, snapshots: readonly Snapshot[], signal: AbortSignal): Promise<void> {
    const { records } = this.#with;
    const isUnplaced = new Set(records.of({ ...place, place: '' }).map(({ snapshot }) => snapshot));
    const unplaced = place.place === '' ? [] : snapshots.filter(({ name }) => isUnplaced.has(name));
    if (unplaced.length > 0) {
      const isListed = await this.#listed(signal);
      for (const snapshot of unplaced) if (isListed(snapshot)) records.place(place, snapshot.name);
    }
    records.forgetOtherPlaces(place);
  }

  /** Whether the target lists a snapshot with its size. */
  async #isListed(snapshot: Snapshot, signal: AbortSignal): Promise<boolean> {
    const isListed = await this.#listed(signal);
    this.#checkedAt = this.#with.clock();
    return isListed(snapshot);
  }

  /** Which snapshots the target lists with their sizes. */
  async #listed(signal: AbortSignal): Promise<(snapshot: Snapshot) => boolean> {
    const copies = await withinTime(async (stop) => this.#target.list({ signal: stop }), {
      ms: listLimit,
      signals: [signal],
      tooLate: () => new Error('The target has not listed its copies in time'),
    });
    if (!Array.isArray(copies)) throw new TypeError('The target listed no copies');
    const listed = copies as readonly (KeptSnapshot | null)[];
    return ({ name, size }) => listed.some((copy) => copy?.name === name && copy.size === size);
  }

  /** Copies a snapshot. @throws Error if the target fails, or does not list the newest snapshot afterwards */
  async #hand(snapshot: Snapshot, { place, newest, signal }: Handing): Promise<void> {
    const { name, size, sha256, createdAt } = snapshot;
    const { files, records, clock, patience = 3_600_000 } = this.#with;
    const streams: Readable[] = [];
    this.#current = { name, size, since: clock() };
    try {
      const record = await files.record(name);
      await idleLimit(patience, signal, ({ signal: stop, onProgress }) => {
        const open = (): Readable => {
          const watched = new Transform({
            transform: (bytes: Buffer, _encoding, done) => {
              onProgress();
              done(null, bytes);
            },
          });
          streams.push(watched);
          // The errors of this stream are those of the file, which the target receives.
          return pipeline(files.open(name), watched, () => undefined);
        };
        return this.#target.keep(
          { name, size, sha256: sha256 ?? '', createdAt, record, newest: newest.name, open },
          { signal: stop, onProgress },
        );
      });
      // Otherwise the place was changed meanwhile, and the other one does not have it.
      if (this.#place().place !== place.place) return;
      // A target may decline an older snapshot if it keeps enough newer ones.
      if (name === newest.name && !(await this.#isListed(snapshot, signal))) {
        throw new Error(`The target took ${name} without an error, and does not list it afterwards`);
      }
      records.add(place, { name, sha256: sha256 ?? '' }, clock());
      this.#succeeded();
    } catch (error) {
      signal.throwIfAborted();
      // If the snapshot was deleted on the server meanwhile, nothing is wrong with the target.
      if ((await this.#with.snapshots()).some((snapshotNow) => snapshotNow.name === name)) throw error;
    } finally {
      for (const stream of streams) stream.destroy();
      this.#current = null;
    }
  }

  #placeOrNone(): CopyPlace | undefined {
    try {
      return this.#place();
    } catch {
      return undefined;
    }
  }

  /** @throws what `place` throws, or a TypeError for an answer that is no text */
  #place(): CopyPlace {
    const answer: unknown = this.#target.place?.();
    if (answer === undefined) return { target: this.plugin, place: '' };
    if (typeof answer !== 'string') throw new TypeError('The target names its place with something other than a text');
    return { target: this.plugin, place: this.#with.fingerprintOf(answer) };
  }

  /** A target that cannot answer counts as ready: its round then fails with the reason. */
  #countsAsReady(): boolean {
    try {
      return this.#isReady();
    } catch {
      return true;
    }
  }

  /** @throws what `isReady` throws, or a TypeError for an answer that is neither yes nor no */
  #isReady(): boolean {
    const answer: unknown = this.#target.isReady ? this.#target.isReady() : true;
    if (typeof answer === 'boolean') return answer;
    throw new TypeError('The target answers isReady with neither true nor false');
  }
}

const isVerified = ({ verified, sha256 }: Snapshot): boolean => verified && sha256 !== null;
