import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { BackupTarget, KeptSnapshot, OfferedSnapshot } from '../../../core/plugin-api/index.ts';

/** A backup target in memory, for testing the contract tests. */
export class MemoryBackupTarget implements BackupTarget {
  readonly copies = new Map<string, { readonly bytes: Buffer; readonly record: string }>();

  async keep(snapshot: OfferedSnapshot, { signal }: { signal: AbortSignal }): Promise<void> {
    const aborted = new Promise<never>((_resolve, reject) => {
      const fail = (): void => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', fail);
    });
    const bytes = await Promise.race([buffer(snapshot.open()), aborted]);
    if (createHash('sha256').update(bytes).digest('hex') !== snapshot.sha256) throw new Error('These are other bytes.');
    this.copies.set(snapshot.name, { bytes, record: snapshot.record });
  }

  list(): Promise<KeptSnapshot[]> {
    const names = [...this.copies.keys()].sort().reverse();
    return Promise.resolve(names.map((name) => ({ name, size: this.copies.get(name)?.bytes.length ?? 0 })));
  }

  async remove(name: string): Promise<void> {
    await Promise.resolve();
    if (!this.copies.delete(name)) throw new Error('There is no such copy.');
  }

  read(name: string): Promise<{ bytes: Buffer; record: string }> {
    const copy = this.copies.get(name);
    return copy ? Promise.resolve(copy) : Promise.reject(new Error('There is no such copy.'));
  }
}
