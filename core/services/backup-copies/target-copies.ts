import { pipeline, Transform, type Readable } from 'node:stream';
import type { BackupTarget, Snapshot } from '../../plugin-api/index.ts';
import { retryDelay } from '../../plugin-api/toolkit/retry-delay.ts';
import { withinTime } from '../../plugin-api/toolkit/time-limit.ts';
import type { BackupCopyFailure, BackupCopyRecords } from '../../store/backup-copy-records.ts';
import { newestSnapshot } from '../newest-snapshot.ts';
import { quietLimit } from './quiet-limit.ts';

export interface CopyParts {
  readonly snapshots: () => Promise<readonly Snapshot[]>;
  /** Bytes of a snapshot, and what is kept beside it. */
  readonly files: { open(name: string): Readable; record(name: string): Promise<string> };
  readonly records: BackupCopyRecords;
  /** What a plugin threw, in one line without secrets. */
  readonly reasonOf: (plugin: string, error: unknown) => string;
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Milliseconds in which a target must read a byte, or say that it goes on; default an hour. */
  readonly patience?: number;
}

/** How copies at one target are. */
export interface CopyState {
  readonly plugin: string;
  /** False while the plugin waits for its settings. */
  readonly ready: boolean;
  /** What was handed over last, and is here still. */
  readonly last: { readonly name: string; readonly at: number } | null;
  /** What is being handed over. */
  readonly current: { readonly name: string; readonly size: number; readonly since: number } | null;
  readonly failure: (BackupCopyFailure & { readonly nextAt: number | null }) | null;
}

/** Milliseconds that a list may take. */
const listLimit = 120_000;
/** Seconds after which it is looked whether the newest copy is still there. */
const lookAgain = 86_400;

/** Hands one backup target what it has not had yet, one snapshot after the other. */
export class TargetCopies {
  readonly plugin: string;
  readonly #target: BackupTarget;
  readonly #with: CopyParts;
  #current: CopyState['current'] = null;
  #nextAt: number | null = null;
  #lookedAt = -Infinity;

  constructor(plugin: string, target: BackupTarget, parts: CopyParts) {
    this.plugin = plugin;
    this.#target = target;
    this.#with = parts;
  }

  get state(): CopyState {
    const { records } = this.#with;
    const last = records.of(this.plugin)[0];
    const ready = this.#isReady();
    const failure = ready ? records.failureOf(this.plugin) : undefined;
    return {
      plugin: this.plugin,
      ready,
      last: last ? { name: last.snapshot, at: last.keptAt } : null,
      current: this.#current,
      failure: failure ? { ...failure, nextAt: this.#nextAt } : null,
    };
  }

  /**
   * Hands over all that is due.
   * @returns seconds until the next try after a failure; null after none
   * @throws the reason of `signal`
   */
  async round(signal: AbortSignal): Promise<number | null> {
    const { records, clock, reasonOf } = this.#with;
    this.#nextAt = null;
    try {
      if (!this.#isReady()) return null;
      for (const snapshot of await this.#due(signal)) await this.#hand(snapshot, signal);
      records.succeeded(this.plugin);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      records.failed(this.plugin, clock(), `${reasonOf(this.plugin, error)}.`);
      const wait = retryDelay(records.failureOf(this.plugin)?.attempts ?? 1);
      this.#nextAt = clock() + wait;
      return wait;
    }
  }

  /**
   * Verified snapshots that were never handed over with these bytes, newest first; the newest of all also when its copy was lost. A
   * snapshot has other bytes once the library was encrypted: its copy takes the place of the plain one.
   */
  async #due(signal: AbortSignal): Promise<Snapshot[]> {
    const { records, clock } = this.#with;
    const here = (await this.#with.snapshots()).filter(({ verified, sha256 }) => verified && sha256 !== null);
    const hashes = new Map(here.map(({ name, sha256 }) => [name, sha256]));
    const had = new Set<string>();
    for (const { snapshot, sha256 } of records.of(this.plugin)) {
      if (!hashes.has(snapshot)) records.forget(this.plugin, snapshot);
      else if (hashes.get(snapshot) === sha256) had.add(snapshot);
    }
    const newest = newestSnapshot(here);
    if (newest && had.has(newest.name) && clock() - this.#lookedAt >= lookAgain) {
      const there = await withinTime((stop) => this.#target.list({ signal: stop }), {
        ms: listLimit,
        signals: [signal],
        tooLate: () => new Error('The target has not listed its copies in time'),
      });
      if (!Array.isArray(there)) throw new TypeError('The target listed no copies');
      this.#lookedAt = clock();
      if (!there.some(({ name, size }) => name === newest.name && size === newest.size)) had.delete(newest.name);
    }
    return here.filter(({ name }) => !had.has(name)).sort((a, b) => (a.name < b.name ? 1 : -1));
  }

  async #hand({ name, size, sha256, createdAt }: Snapshot, signal: AbortSignal): Promise<void> {
    const { files, records, clock, patience = 3_600_000 } = this.#with;
    const streams: Readable[] = [];
    this.#current = { name, size, since: clock() };
    try {
      const record = await files.record(name);
      await quietLimit(patience, signal, ({ signal: stop, onProgress }) => {
        const open = (): Readable => {
          const watched = new Transform({
            transform: (bytes: Buffer, _encoding, done) => {
              onProgress();
              done(null, bytes);
            },
          });
          streams.push(watched);
          // Its errors are those of what is read.
          return pipeline(files.open(name), watched, () => undefined);
        };
        return this.#target.keep(
          { name, size, sha256: sha256 ?? '', createdAt, record, open },
          { signal: stop, onProgress },
        );
      });
      records.add(this.plugin, { name, sha256: sha256 ?? '' }, clock());
      records.succeeded(this.plugin);
    } catch (error) {
      signal.throwIfAborted();
      // It was deleted here meanwhile: nothing is wrong with the target.
      if ((await this.#with.snapshots()).some((snapshot) => snapshot.name === name)) throw error;
    } finally {
      for (const stream of streams) stream.destroy();
      this.#current = null;
    }
  }

  /** A plugin may throw anything. */
  #isReady(): boolean {
    try {
      return this.#target.isReady?.() ?? true;
    } catch {
      return false;
    }
  }
}
