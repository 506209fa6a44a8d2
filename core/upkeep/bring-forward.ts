import { statSync } from 'node:fs';
import { refuseEmptied } from './refuse-emptied.ts';
import { refuseOtherLibrary } from './claim-library.ts';
import { hasIndex, indexFile } from '../settings/data-folder.ts';
import { migrate, schemaVersion } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { openDatabase } from '../db/open.ts';
import { bytesText } from '../domain/bytes-text.ts';
import { errorCode, isDiskFull } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { Keyring } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import type { Config } from '../settings/env.ts';
import { indexCopies } from './index-copies.ts';
import { existingSigningSecret } from '../services/signing-secret.ts';
import { snapshotKey } from './snapshots/snapshot-signature.ts';
import { NotIntact, Snapshots } from './snapshots/snapshots.ts';

type Place = Pick<Config, 'dataDir' | 'backupDir'> & Partial<Pick<Config, 'demo' | 'signingSecret'>>;

interface Options extends WithKeys {
  readonly log: { info(facts: Record<string, unknown>, message: string): void };
  /** Whether to skip the snapshot of the old index. */
  readonly withoutSnapshot?: boolean | undefined;
  /** Checked until the snapshot is taken; its reason is thrown then. */
  readonly signal?: AbortSignal;
}

interface WithKeys {
  /** The keys of an encrypted library. */
  readonly keys?: LibraryKeys | null;
}

/**
 * Whether the index is from an older version of the program.
 * @throws StartupError if it belongs to the demo and the settings to a real library, or the other way round; if it has lost
 * its content, or is on a disk that is not there
 */
export function indexIsBehind(config: Pick<Place, 'dataDir' | 'demo'>, keys: LibraryKeys | null = null): boolean {
  if (!hasIndex(config.dataDir)) return false;
  refuseEmptied(config.dataDir);
  const db = openDatabase(indexFile(config.dataDir), { encryption: keys?.index });
  try {
    const version = schemaVersion(db);
    if (version > 0 && version <= newestSchema()) refuseOtherLibrary(db, config);
    return version > 0 && version < newestSchema();
  } finally {
    db.close();
  }
}

/**
 * Migrates an index from an older version to the schema of this one. Before that, it takes a snapshot, since migrations
 * cannot be undone in any other way. The caller holds the lock of the data folder.
 * @throws StartupError if there is no space for the snapshot; the index is unchanged then
 */
export async function bringIndexForward(config: Place, options: Options): Promise<void> {
  const { log, withoutSnapshot, keys = null, signal = new AbortController().signal } = options;
  if (!indexIsBehind(config, keys)) return;
  const file = indexFile(config.dataDir);
  if (!withoutSnapshot) {
    log.info(
      { bytes: statSync(file).size },
      'The index is from an older version: taking a snapshot before the upgrade',
    );
    const name = await takeSnapshot(file, config, keys, signal);
    signal.throwIfAborted();
    log.info({ name }, 'Snapshot taken: upgrading the index');
  }
  const db = openDatabase(file, { encryption: keys?.index });
  try {
    log.info({ migrations: migrate(db, migrations) }, 'Index upgraded');
  } catch (error) {
    if (reasonOf(error) !== 'full') throw error;
    throw new StartupError('The index cannot be upgraded: the disk is full, so free some space.', {
      cause: error,
    });
  } finally {
    db.close();
  }
}

/** @returns the name of the snapshot */
async function takeSnapshot(
  index: string,
  { backupDir, dataDir, signingSecret }: Place,
  keys: LibraryKeys | null,
  signal: AbortSignal,
): Promise<string> {
  const key = snapshotKey(keys, keys ? null : existingSigningSecret(signingSecret, dataDir));
  const copies = indexCopies(index, keys?.index);
  const snapshots = new Snapshots(
    backupDir,
    copies,
    key,
    (taken) => keys && new Keyring(dataDir).forSnapshots(keys, taken),
  );
  try {
    return await snapshots.takeUnlessSame(signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof NotIntact ? notWhole(error) : notTaken(error, index);
  }
}

const advice = 'start once with photofinch serve --without-snapshot';

function notWhole({ detail }: NotIntact): StartupError {
  return new StartupError(
    `The snapshot taken before the upgrade is damaged. ${detail} Restore a backup with photofinch restore <file>, or ${advice}.`,
  );
}

function notTaken(error: unknown, index: string): StartupError {
  const reason = {
    full: `the disk has no room for its ${bytesText(statSync(index).size)}: free some space`,
    denied: 'the folder of backups cannot be written: give this user the right to',
    missing: 'the folder above that of the backups is not there: make it, see whether its disk is mounted',
    other: `that failed (${errorCode(error) || 'unknown error'}): see to the folder of backups`,
  }[reasonOf(error)];
  return new StartupError(
    `Before the index is brought to this version a snapshot of it is taken, and ${reason}, set BACKUP_DIR to another folder, or ${advice}.`,
    { cause: error },
  );
}

function reasonOf(error: unknown): 'full' | 'denied' | 'missing' | 'other' {
  if (isDiskFull(error)) return 'full';
  if (errorCode(error) === 'ENOENT') return 'missing';
  return ['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'].includes(errorCode(error))
    ? 'denied'
    : 'other';
}

function newestSchema(): number {
  return migrations.at(-1)?.id ?? 0;
}
