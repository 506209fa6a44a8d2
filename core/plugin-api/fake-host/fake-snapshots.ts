import { BackupError, type IndexSnapshots, type Snapshot } from '../backups.ts';
import { fakeIndexBytes, sha256Of } from './fake-index.ts';

const snapshotName = /^index-\d{8}T\d{6}\.\d{3}Z\.sqlite3$/;

/** Snapshots in memory. */
export class FakeSnapshots implements IndexSnapshots {
  /** Newest first. */
  #all: Snapshot[] = [];
  #latest = 0;

  list(): Promise<Snapshot[]> {
    return Promise.resolve([...this.#all]);
  }

  async take({ signal, onProgress }: Parameters<IndexSnapshots['take']>[0]): Promise<Snapshot> {
    await Promise.resolve();
    signal.throwIfAborted();
    const size = fakeIndexBytes.length;
    onProgress?.({ step: 'copying', bytes: size, total: size });
    // Two snapshots of the same millisecond would have the same name.
    this.#latest = Math.max(Date.now(), this.#latest + 1);
    const stamp = new Date(this.#latest).toISOString().replace(/[-:]/g, '');
    const snapshot: Snapshot = {
      name: `index-${stamp}.sqlite3`,
      size,
      createdAt: Math.floor(this.#latest / 1000),
      sha256: sha256Of(fakeIndexBytes),
      verified: true,
    };
    this.#all = [snapshot, ...this.#all];
    return snapshot;
  }

  async remove(name: string): Promise<void> {
    await Promise.resolve();
    if (!snapshotName.test(name)) throw new BackupError('bad_name', 'That is not the name of a snapshot.');
    const remaining = this.#all.filter((snapshot) => snapshot.name !== name);
    if (remaining.length === this.#all.length) throw new BackupError('missing', 'There is no such snapshot.');
    this.#all = remaining;
  }

  prune(keep: number): Promise<string[]> {
    const removed = this.#all.slice(keep);
    this.#all = this.#all.slice(0, keep);
    return Promise.resolve(removed.map(({ name }) => name));
  }

  sweep(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
