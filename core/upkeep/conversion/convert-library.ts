import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { schemaVersion } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { openDatabase } from '../../db/open.ts';
import { isDiskFull } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import type { LibrarySettings } from '../../encryption/library-settings.ts';
import type { Config } from '../../settings/env.ts';
import { indexFile, vectorsFolder } from '../../settings/data-folder.ts';
import { BackupCopyRecords } from '../../store/backup-copy-records.ts';
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

/** Where a library lies; its signing secret where the settings give one. */
export type LibraryPlace = Pick<Config, 'dataDir' | 'backupDir'> & Partial<Pick<Config, 'signingSecret'>>;

export interface ConversionOptions {
  /** Of the keyring: a plain library has them in files. */
  readonly settings: LibrarySettings;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: ConversionProgress) => void) | undefined;
}

/**
 * Converts a library in place: index and snapshots, pictures, files of plugins, settings. Vector caches go; the next start makes them
 * anew. May be killed at any moment: the next call goes on. In a library that is converted already it finds nothing to do.
 *
 * The index is the first to be encrypted and the last to be decrypted: wherever anything is encrypted, it tells whether the
 * keys are the right ones.
 *
 * The caller holds the data folder. The keyring says `encrypting` or `decrypting` meanwhile.
 * @throws StartupError for other keys, before anything is changed; for a damaged index; for a full disk
 * @throws what the system says, or the reason of the signal: another call goes on then
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
    () => convertSnapshots(conversion, { ...place, settings }),
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

/** The index, and those that it replaced. */
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

/** Copies of snapshots at backup targets were plain. The next start replaces those of snapshots that are still here. */
function tellOfCopies(conversion: Conversion, dataDir: string): void {
  if (!existsSync(indexFile(dataDir))) return;
  const db = openDatabase(indexFile(dataDir), { readonly: true, encryption: conversion.keys.index });
  try {
    // Older versions had no targets.
    if (schemaVersion(db) !== migrations.at(-1)?.id) return;
    for (const plugin of new BackupCopyRecords(db).targets()) conversion.tellOfCopies(plugin);
  } finally {
    db.close();
  }
}

/** The keyring has them while the library is encrypted. */
async function convertSettings(conversion: Conversion, dataDir: string, settings: LibrarySettings): Promise<void> {
  if (conversion.to === 'plain') {
    writePlainSettings(dataDir, settings);
    return;
  }
  const names = (await entriesOf(dataDir)).map(({ name }) => name);
  for (const file of plainSettingsFiles(dataDir, names)) await conversion.erase(file);
}

/** Removes what a restore has left that was cut off; its copy of the snapshot went when the folder was taken. */
async function eraseUnfinished(conversion: Conversion, dataDir: string): Promise<void> {
  for (const { name } of await entriesOf(dataDir)) {
    if (/^index-replaced-.*\.sqlite3\.part$/.test(name)) await conversion.erase(join(dataDir, name));
  }
  removeUnusedNames(indexFile(dataDir));
}
