import { createHash, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../../core/db/open.ts';
import { utcStamp } from '../../../core/domain/utc-stamp.ts';
import type { BackupTarget, Snapshot } from '../../../core/plugin-api/index.ts';
import { BackupCopies } from '../../../core/services/backup-copies/backup-copies.ts';
import { BackupCopyRecords } from '../../../core/store/backup-copy-records.ts';
import { SnapshotFiles } from '../../../core/upkeep/snapshots/snapshot-files.ts';
import { openIndex } from '../../support/index-file.ts';
import { until } from '../../support/until.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

/** A folder of snapshots, and copies of them at the targets of a test. */
class House {
  readonly folder: string;
  readonly records: BackupCopyRecords;
  /** Treated as taken and verified, newest first. */
  snapshots: Snapshot[] = [];
  readonly #stop = new AbortController();
  readonly #db: Db;
  now = Date.UTC(2026, 0, 1) / 1000;
  mayBeUnmounted = true;
  /** The reason each time copying started to fail, and null each time it worked again. */
  readonly changes: (string | null)[] = [];
  #isFull = false;
  /** How often the snapshots have been listed. */
  #looks = 0;

  constructor(folder: string) {
    this.folder = folder;
    this.#db = openIndex(join(folder, 'index.sqlite3'));
    this.records = new BackupCopyRecords(this.#db);
  }

  take(): Snapshot {
    const createdAt = ++this.now;
    const name = `index-${utcStamp(createdAt * 1000)}.sqlite3`;
    const bytes = randomBytes(1000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(this.folder, name), bytes);
    writeFileSync(join(this.folder, `${name}.json`), '{}');
    const snapshot = { name, size: bytes.length, createdAt, sha256, verified: true };
    this.snapshots = [snapshot, ...this.snapshots];
    return snapshot;
  }

  /** Replaces the bytes of a snapshot by others of the same length. @returns the bytes */
  rewrite({ name }: Snapshot): Buffer {
    const bytes = randomBytes(1000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(this.folder, name), bytes);
    this.snapshots = this.snapshots.map((one) => (one.name === name ? { ...one, sha256 } : one));
    return bytes;
  }

  remove({ name }: Snapshot): void {
    this.snapshots = this.snapshots.filter((snapshot) => snapshot.name !== name);
    rmSync(join(this.folder, name));
  }

  /** Whether writes to the database fail, as on a full disk. */
  set isFull(isFull: boolean) {
    this.#isFull = isFull;
    this.#db.pragma(`query_only = ${isFull ? 1 : 0}`);
  }

  /** The names of the snapshots recorded as copied to a place of the target called `target`, newest first. */
  copiedTo(place = ''): string[] {
    const records = this.records.of({ target: 'target', place: place && `of ${place}` });
    return records.map(({ snapshot }) => snapshot);
  }

  /** Waits until a full round of copying has ended. */
  async settled(copies: BackupCopies): Promise<void> {
    const before = this.#looks;
    await until(() => {
      copies.wake();
      // A round lists the snapshots twice: after five times, a round has ended that began after this call.
      return this.#looks >= before + 5;
    });
  }

  /** Copies to these targets in the background until the test ends. */
  start(targets: Readonly<Record<string, BackupTarget>>, patience?: number): BackupCopies {
    const copies = new BackupCopies({
      targets: () => Object.entries(targets).map(([plugin, target]) => ({ plugin, target })),
      snapshots: () => {
        this.#looks += 1;
        return Promise.resolve(this.snapshots);
      },
      files: new SnapshotFiles(this.folder),
      records: this.records,
      reasonOf: (_plugin, error) => (error instanceof Error ? error.message : String(error)),
      fingerprintOf: (place) => `of ${place}`,
      clock: () => this.now,
      mayBeUnmounted: this.mayBeUnmounted,
      onChange: (_plugin, failure) => this.changes.push(failure),
      onError: (error) => {
        if (!this.#isFull) throw error;
      },
      ...(patience !== undefined && { patience }),
    });
    copies.start(this.#stop.signal);
    return copies;
  }

  stop(): void {
    this.#stop.abort();
    this.#db.close();
  }
}

export function inHouse(test: (house: House) => Promise<void>): () => Promise<void> {
  return () =>
    withTempFolder(async (folder) => {
      const house = new House(folder);
      try {
        await test(house);
      } finally {
        house.stop();
      }
    });
}

export const failureAt = (copies: BackupCopies, plugin: string) =>
  copies.states().find((state) => state.plugin === plugin)?.failure;
