import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { schemaVersion } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { openDatabase, type Db } from '../../db/open.ts';
import { isDiskFull } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import type { LibrarySettings } from '../../encryption/library-settings.ts';
import { isPlainSqlite } from '../../plugin-api/toolkit/index.ts';
import type { Config } from '../../settings/env.ts';
import { indexFile, mayBeUnmounted, vectorsFolder } from '../../settings/data-folder.ts';
import { BackupCopyRecords, tellsOfSnapshots } from '../../store/backup-copy-records.ts';
import { plainSettingsFiles, writePlainSettings } from '../plain-settings.ts';
import { removeUnusedNames } from '../replaced-index.ts';
import { Conversion, type ConversionProgress, type ConversionReport, type Form } from './conversion.ts';
import { convertDatabase, NotConvertible, settledName } from './convert-database.ts';
import { convertPictures } from './convert-pictures.ts';
import { convertPluginFiles } from './convert-plugins.ts';
import { convertSnapshots } from './convert-snapshots.ts';
import { entriesOf, eraseFolder } from './entries.ts';
import { refuseOtherKeys } from './refuse-other-keys.ts';
import { refusePlainIndex } from './refuse-plain-index.ts';

export type { ConversionProgress, ConversionReport } from './conversion.ts';

/** The folders of a library; its signing secret if the settings contain one. */
export type LibraryPlace = Pick<Config, 'dataDir' | 'backupDir'> & Partial<Pick<Config, 'signingSecret'>>;

export interface ConversionOptions {
  /** From the keyring: a plain library has them in files. */
  readonly settings: LibrarySettings;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: ConversionProgress) => void) | undefined;
}

/**
 * Converts a library in place: index and snapshots, pictures, plugin files, settings. Vector caches are removed; the next
 * start makes them again. It may be killed at any time: the next call continues. If the library is already converted, it
 * does nothing.
 *
 * The index is encrypted first and decrypted last: whenever anything is encrypted, the index shows whether the keys are
 * correct.
 *
 * The caller holds the lock of the data folder. The keyring's state is `encrypting` or `decrypting` in the meantime.
 * @throws StartupError for wrong keys, before anything is changed; for a damaged index; for a full disk
 * @throws an error of the system, or the reason of the signal: another call continues then
 */
export async function convertLibrary(
  place: LibraryPlace,
  keys: LibraryKeys,
  to: Form,
  options: ConversionOptions,
): Promise<ConversionReport> {
  const { dataDir } = place;
  const { settings } = options;
  const conversion = new Conversion(keys, to, options);
  refuseOtherKeys(dataDir, keys);
  if (to === 'encrypted') await refusePlainIndex(dataDir, keys);

  const steps = [
    () => convertIndexes(conversion, dataDir),
    () => convertSettings(conversion, dataDir, settings),
    () => convertPluginFiles(conversion, dataDir),
    () => convertPictures(conversion, dataDir),
    () => eraseFolder(vectorsFolder(dataDir), (file) => conversion.erase(file)),
    async () => {
      const { backupDir } = place;
      const isAway = mayBeUnmounted(place) && !existsSync(backupDir);
      if (isAway && knowsOfSnapshots(dataDir, keys)) conversion.tellOfMissing(backupDir);
      await convertSnapshots(conversion, { ...place, settings });
    },
  ];
  try {
    await eraseUnfinished(conversion, dataDir);
    for (const step of to === 'encrypted' ? steps : steps.reverse()) {
      options.signal.throwIfAborted();
      await step();
    }
    if (to === 'encrypted') tellOfCopies(conversion, dataDir);
    return conversion.report();
  } catch (error) {
    throw isDiskFull(error) ? new StartupError(noRoom, { cause: error }) : error;
  }
}

const noRoom =
  'The disk is full: free some space and begin again, which goes on where this ended. Nothing is lost. The largest file, as a rule the index, has to fit on the disk a second time for a while.';

/** Converts the index, and indexes that were replaced by a restore. */
async function convertIndexes(conversion: Conversion, dataDir: string): Promise<void> {
  const index = indexFile(dataDir);
  const names = (await entriesOf(dataDir)).map(({ name }) => settledName(name));
  const replaced = names.filter((name) => /^index-replaced-.*\.sqlite3$/.test(name));
  const convertReplaced = async (): Promise<void> => {
    for (const name of new Set(replaced)) {
      await convertDatabase(conversion, join(dataDir, name), { step: 'index' }).catch((error: unknown) => {
        if (!(error instanceof NotConvertible)) throw error;
        conversion.leave(join(dataDir, name), `${error.message} Remove it if nobody needs it.`);
      });
    }
  };
  if (conversion.to === 'plain') await convertReplaced();
  await convertDatabase(conversion, index, { step: 'index', mayBeOpen: true }).catch((error: unknown) => {
    if (!(error instanceof NotConvertible)) throw error;
    throw new StartupError(`The index ${index} cannot be converted: restore a backup first. ${error.message}`, {
      cause: error,
    });
  });
  if (conversion.to === 'encrypted') await convertReplaced();
}

/**
 * Reports that copies of snapshots at backup targets are plain. The next start replaces those whose snapshots still exist.
 */
function tellOfCopies(conversion: Conversion, dataDir: string): void {
  for (const plugin of ask(dataDir, conversion.keys, (db) => new BackupCopyRecords(db).targets()) ?? []) {
    conversion.tellOfCopies(plugin);
  }
}

const knowsOfSnapshots = (dataDir: string, keys: LibraryKeys): boolean => ask(dataDir, keys, tellsOfSnapshots) ?? false;

/** Reads from the index, encrypted or not. Undefined if there is none, or one of an older version. */
function ask<T>(dataDir: string, keys: LibraryKeys, read: (db: Db) => T): T | undefined {
  const index = indexFile(dataDir);
  if (!existsSync(index)) return undefined;
  const db = openDatabase(index, { readonly: true, encryption: isPlainSqlite(index) ? null : keys.index });
  try {
    return schemaVersion(db) === migrations.at(-1)?.id ? read(db) : undefined;
  } finally {
    db.close();
  }
}

/** Converts the settings, which are in the keyring of an encrypted library. */
async function convertSettings(conversion: Conversion, dataDir: string, settings: LibrarySettings): Promise<void> {
  if (conversion.to === 'plain') {
    writePlainSettings(dataDir, settings);
    return;
  }
  const names = (await entriesOf(dataDir)).map(({ name }) => name);
  for (const file of plainSettingsFiles(dataDir, names)) await conversion.erase(file);
}

/** Removes the remains of an interrupted restore; its copy of the snapshot was removed when the folder was locked. */
async function eraseUnfinished(conversion: Conversion, dataDir: string): Promise<void> {
  for (const { name } of await entriesOf(dataDir)) {
    if (/^index-replaced-.*\.sqlite3\.part$/.test(name)) await conversion.erase(join(dataDir, name));
  }
  removeUnusedNames(indexFile(dataDir));
}
