import { StartupError } from '../domain/errors.ts';
import type { Db } from './open.ts';

export interface Migration {
  /** 1, 2, 3, … without gaps; stored as the file's `user_version`. */
  readonly id: number;
  readonly name: string;
  readonly up: (db: Db) => void;
}

/**
 * Migrates the index, each migration in a transaction of its own together with its version number.
 * @param beforeFirst called once before the first pending migration, unless the index is new
 * @returns the names of the migrations that ran
 * @throws StartupError if a newer version of the program wrote the file
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
      // Two processes, such as a server and a command, may migrate at once: the second one skips what is done.
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
