import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginOfFolder } from '../../domain/plugin-folder.ts';
import { isPlainHeader, isSealed, sealOverhead } from '../../plugin-api/toolkit/index.ts';
import { isEncryptedHeader } from '../../db/open.ts';
import { pluginsFolder } from '../../settings/data-folder.ts';
import { settledName } from './convert-database.ts';
import { entriesOf } from './entries.ts';

/** A plugin's own files. */
export interface PluginFolder {
  readonly plugin: string;
  /** Absolute paths, without the logs of databases, as they were called before a conversion that was killed. */
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

/** Of a database, whose form decides about them. */
const isLog = (file: string): boolean => /-(wal|shm|journal)$/.test(file);

/** How a file lies there, as far as its first bytes tell. */
export type FileForm = 'empty' | 'plain database' | 'encrypted database' | 'sealed' | 'other';

/** @throws what the system says */
export async function formOf(file: string): Promise<FileForm> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sealOverhead), 0, sealOverhead, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.length === 0) return 'empty';
    if (isPlainHeader(head)) return 'plain database';
    if (isSealed(head)) return 'sealed';
    return isEncryptedHeader(head) ? 'encrypted database' : 'other';
  } finally {
    await handle.close();
  }
}
