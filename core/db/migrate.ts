import { StartupError } from '../domain/errors.ts';
import type { Db } from './open.ts';

export interface Migration {
  /** 1, 2, 3, … without gaps; becomes the file's `user_version`. */
  readonly id: number;
  readonly name: string;
  readonly up: (db: Db) => void;
}

/**
 * Brings the index forward, each migration in a transaction of its own together with its version number.
 * @param beforeFirst called once before the first pending migration of an index that is not new
 * @returns the names of the migrations that ran
 * @throws StartupError when the file was written by a newer version of the program
 */
export function migrate(db: Db, migrations: readonly Migration[], beforeFirst?: () => void): string[] {
  const version = schemaVersion(db);
  const newest = migrations.at(-1)?.id ?? 0;
  if (version > newest) {
    throw new StartupError(
      `The index has schema version ${version}, this program knows ${newest}: start the newer program that wrote it, or restore a backup from before the update.`,
    );
  }
  const pending = migrations.filter((migration) => migration.id > version);
  if (pending.length > 0 && version > 0) beforeFirst?.();
  const ran: string[] = [];
  for (const migration of pending) {
    db.transaction(() => {
      // Two processes may find a new file, as a server and a command beside it: the second has nothing to do.
      if (schemaVersion(db) >= migration.id) return;
      migration.up(db);
      db.pragma(`user_version = ${migration.id}`);
      ran.push(migration.name);
    }).immediate();
  }
  return ran;
}

export function schemaVersion(db: Db): number {
  return db.pragma('user_version', { simple: true }) as number;
}
