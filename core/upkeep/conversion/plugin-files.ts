import { join } from 'node:path';
import { pluginOfFolder } from '../../domain/plugin-folder.ts';
import { pluginsFolder } from '../../settings/data-folder.ts';
import { settledName } from './convert-database.ts';
import { entriesOf } from './entries.ts';

/** A plugin's own files. */
export interface PluginFolder {
  readonly plugin: string;
  /** Absolute paths, without the logs of databases, and without the suffixes of interrupted conversions. */
  readonly files: readonly string[];
}

export async function pluginFolders(dataDir: string): Promise<PluginFolder[]> {
  const root = pluginsFolder(dataDir);
  const folders = (await entriesOf(root)).filter((entry) => entry.isDirectory());
  return Promise.all(
    folders.map(async ({ name }) => {
      const entries = (await entriesOf(join(root, name), { recursive: true })).filter((entry) => entry.isFile());
      const files = entries.map((entry) => settledName(join(entry.parentPath, entry.name)));
      return { plugin: pluginOfFolder(name), files: [...new Set(files)].filter((file) => !isLog(file)).sort() };
    }),
  );
}

/** Files of a database, which are handled together with it. */
const isLog = (file: string): boolean => /-(wal|shm|journal)$/.test(file);
