import { existsSync, readdirSync, statSync } from 'node:fs';
import { damaged } from '../db/open.ts';
import { errorCode } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { signingSecretFile } from '../services/signing-secret.ts';
import { facesFolder, indexFile, thumbsFolder } from '../settings/data-folder.ts';

/**
 * Refuses an index of no bytes, as a full disk or an interrupted copy leaves it: SQLite would open it as a new one. A first
 * start that was killed may leave one, too, but nothing that is made only after the index has content.
 * @throws StartupError
 */
export function refuseEmptied(dataDir: string): void {
  const index = indexFile(dataDir);
  if (statSync(index).size === 0 && hadContent(dataDir)) throw new StartupError(damaged(index));
}

function hadContent(dataDir: string): boolean {
  if (existsSync(signingSecretFile(dataDir))) return true;
  // The secret of an encrypted library is in its keyring, which is made before the index.
  return [thumbsFolder(dataDir), facesFolder(dataDir)].some(hasEntries) || namesIn(dataDir).some(isOfIndex);
}

/** The write-ahead log, and indexes that were replaced by a restore. */
const isOfIndex = (name: string): boolean => name === 'index.sqlite3-wal' || name.startsWith('index-replaced-');

const hasEntries = (folder: string): boolean => namesIn(folder).length > 0;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
