import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { refuseOtherLibrary } from './claim-library.ts';
import { indexFile } from '../settings/data-folder.ts';
import { migrate, schemaVersion } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { openDatabase } from '../db/open.ts';
import { bytesText } from '../domain/bytes-text.ts';
import { errorCode, isDiskFull } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { utcStamp } from '../domain/utc-stamp.ts';
import type { Config } from '../settings/env.ts';
import { indexCopies } from './index-copies.ts';
import { knownSigningSecret } from '../services/signing-secret.ts';
import { newRecord } from './snapshot-record.ts';
import { toDisk } from '../plugin-api/toolkit/index.ts';

type Place = Pick<Config, 'dataDir' | 'environment'> & Partial<Pick<Config, 'demo' | 'signingSecret'>>;

interface Options {
  readonly log: { info(facts: Record<string, unknown>, message: string): void };
  /** Nothing is kept of the index as it was. */
  readonly withoutSnapshot?: boolean | undefined;
}

/**
 * Whether the index is of an older version of the program.
 * @throws StartupError when it is the demo's and the settings are of a real library, or the other way round
 */
export function indexIsBehind(config: Pick<Place, 'dataDir' | 'demo'>): boolean {
  const file = indexFile(config.dataDir);
  if (!existsSync(file)) return false;
  const db = openDatabase(file);
  try {
    const version = schemaVersion(db);
    if (version > 0 && version <= newestSchema()) refuseOtherLibrary(db, config);
    return version > 0 && version < newestSchema();
  } finally {
    db.close();
  }
}

/**
 * Brings an index of an older version to the schema of this one, and before that takes a snapshot of it, among those of
 * the plugin for backups: what a migration did cannot be undone in another way. The caller has the data folder.
 * @throws StartupError when there is no room for the snapshot; the index is as it was then
 */
export async function bringIndexForward(config: Place, { log, withoutSnapshot }: Options): Promise<void> {
  if (!indexIsBehind(config)) return;
  const file = indexFile(config.dataDir);
  if (!withoutSnapshot) {
    log.info({ bytes: statSync(file).size }, 'The index is of an older version: a snapshot of it is taken first');
    const secret = knownSigningSecret(config.signingSecret, config.dataDir);
    const name = await takeSnapshot(file, { folder: snapshotFolder(config), secret });
    log.info({ name }, 'The snapshot is taken: the index is brought forward');
  }
  const db = openDatabase(file);
  try {
    log.info({ migrations: migrate(db, migrations) }, 'The index was brought forward');
  } catch (error) {
    if (reasonOf(error) !== 'full') throw error;
    throw new StartupError('The index cannot be brought to this version: the disk is full, so free some space.', {
      cause: error,
    });
  } finally {
    db.close();
  }
}

/** The folder of the shipped plugin for backups: it lists, restores and prunes what is taken here. */
function snapshotFolder({ dataDir, environment }: Pick<Place, 'dataDir' | 'environment'>): string {
  return resolve(environment['BACKUP_DIR'] || join(dataDir, 'backups'));
}

/** Under the name of a snapshot only once it is whole. What a sudden end leaves goes with the next start. */
async function takeSnapshot(
  index: string,
  { folder, secret }: { folder: string; secret: Uint8Array | null },
): Promise<string> {
  // The plugin for backups sweeps away what begins like this, should the next start do without a snapshot.
  const part = join(folder, 'unfinished-before-update');
  const signal = new AbortController().signal;
  try {
    await makeFolder(folder);
    await removePart(part);
    const copies = indexCopies(index);
    await copies.copy(part, { signal });
    await toDisk(part);
    const { ok, detail, sha256 } = await copies.verify(part, { signal });
    if (!ok || sha256 === null) throw notWhole(detail);
    const last = newestOf(folder);
    // A service whose index cannot be brought forward is started again and again: the disk is not filled with one index.
    const same = last !== undefined && statSync(join(folder, last)).size === statSync(part).size;
    if (same && (await copies.verify(join(folder, last), { signal })).sha256 === sha256) {
      await removePart(part);
      return last;
    }
    const name = freeName(folder);
    const { size, mtimeMs: modified } = statSync(part);
    const record = newRecord({ name, size, sha256, modified }, secret);
    await writeFile(`${part}.json`, record, { mode: 0o600, flush: true });
    await rename(`${part}.json`, join(folder, `${name}.json`));
    await rename(part, join(folder, name));
    await toDisk(folder);
    return name;
  } catch (error) {
    await removePart(part).catch(() => undefined);
    throw error instanceof StartupError ? error : notTaken(error, index);
  }
}

/** The last folder alone: where the disk is not there, the ones above it would be made on another. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

function newestOf(folder: string): string | undefined {
  return readdirSync(folder)
    .filter((name) => /^index-\d{8}T\d{6}(\.\d{3})?Z\.sqlite3$/.test(name))
    .sort()
    .at(-1);
}

function freeName(folder: string): string {
  for (let time = Date.now(); ; time += 1) {
    const name = `index-${utcStamp(time)}.sqlite3`;
    if (!existsSync(join(folder, name))) return name;
  }
}

const without = 'start once with photofinch serve --without-snapshot';

function notWhole(detail: string): StartupError {
  return new StartupError(
    `The snapshot that is taken before an index is brought to a new version is not whole. ${detail} Restore a backup with photofinch restore <file>, or ${without}.`,
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
    `Before the index is brought to this version a snapshot of it is taken, and ${reason}, set BACKUP_DIR to another folder, or ${without}.`,
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

async function removePart(part: string): Promise<void> {
  for (const ending of ['', '.json', '-journal', '-wal', '-shm']) await rm(part + ending, { force: true });
}

function newestSchema(): number {
  return migrations.at(-1)?.id ?? 0;
}
