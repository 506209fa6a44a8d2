import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../core/db/open.ts';
import { indexCopies } from '../../core/upkeep/index-copies.ts';
import { Snapshots } from '../../core/upkeep/snapshots/snapshots.ts';
import { openIndex } from './index-file.ts';

/** A signal that is never aborted. */
export const quiet = (): AbortSignal => new AbortController().signal;

/** An index and its snapshots. */
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

  /** The same snapshots as another process sees them. */
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

  /** The files in the folder of the snapshots, except for its lock. */
  files(): string[] {
    return filesIn(this.backups);
  }

  async close(): Promise<void> {
    await this.snapshots.close();
    this.db.close();
  }
}

/** The files in a folder of snapshots, except for its lock, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name !== '.lock')
    .sort();
}
