import { join } from 'node:path';
import { errorCode } from '../../domain/error-code.ts';
import { entriesOf } from './entries.ts';
import { formOf, type FileForm } from './file-form.ts';
import { pluginFolders } from './plugin-files.ts';

/** The most paths that are listed; of others, only the number is reported. */
const maxPaths = 20;

/** Plain files in the folders of an encrypted library, which no conversion could encrypt. */
export interface PlainFiles {
  readonly total: number;
  /** In order, the first twenty. */
  readonly paths: readonly string[];
}

/** Finds plain snapshots, replaced indexes and plugin files. Files that cannot be read are left out. */
export async function plainFiles(dataDir: string, backupDir: string): Promise<PlainFiles> {
  const paths: string[] = [];
  const examine = async (file: string, plain: readonly FileForm[]): Promise<void> => {
    if (plain.includes(await formOf(file).catch(unreadable))) paths.push(file);
  };
  for (const folder of new Set([dataDir, backupDir])) {
    for (const { name } of await entriesOf(folder).catch(noEntries)) {
      if (/^index-.*\.sqlite3$/.test(name)) await examine(join(folder, name), ['plain database']);
    }
  }
  for (const { files } of await pluginFolders(dataDir).catch(noEntries)) {
    for (const file of files) await examine(file, ['plain database', 'other']);
  }
  return { total: paths.length, paths: paths.sort().slice(0, maxPaths) };
}

function noEntries(error: unknown): [] {
  if (errorCode(error) === '') throw error;
  return [];
}

function unreadable(error: unknown): FileForm {
  if (errorCode(error) === '') throw error;
  return 'empty';
}
