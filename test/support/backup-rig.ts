import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../core/db/open.ts';
import { indexCopies } from '../../core/upkeep/index-copies.ts';
import { Snapshots } from '../../core/upkeep/snapshots/snapshots.ts';
import { openIndex } from './index-file.ts';

/** A signal that nobody aborts. */
export const quiet = (): AbortSignal => new AbortController().signal;

/** An index, and the snapshots of it. */
export class BackupRig {
  readonly file: string;
  readonly db: Db;
  /** The folder of the snapshots. */
  readonly backups: string;
  readonly snapshots: Snapshots;

  constructor(folder: string, backups = join(folder, 'backups')) {
    mkdirSync(folder, { recursive: true });
    this.file = join(folder, 'index.sqlite3');
    this.db = openIndex(this.file);
    this.backups = backups;
    this.snapshots = this.another();
  }

  /** As another process has them. */
  another(): Snapshots {
    return new Snapshots(this.backups, indexCopies(this.file), Buffer.alloc(32, 7));
  }

  /** Makes the index larger. */
  fill(megabytes: number): void {
    const insert = this.db.prepare('INSERT INTO sync_state (key, value) VALUES (?, hex(randomblob(50000)))');
    const rows = this.db.prepare<[], number>('SELECT count(*) FROM sync_state').pluck().get() ?? 0;
    this.db.transaction(() => {
      for (let row = 0; row < megabytes * 10; row += 1) insert.run(`row ${rows + row}`);
    })();
  }

  /** What lies in the folder of the snapshots, but for its lock. */
  files(): string[] {
    return filesIn(this.backups);
  }

  async close(): Promise<void> {
    await this.snapshots.close();
    this.db.close();
  }
}

/** What lies in a folder of snapshots, but for its lock, in order. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name !== '.lock')
    .sort();
}
