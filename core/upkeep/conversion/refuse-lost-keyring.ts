import { keyringMissingFor, looksEncrypted } from '../../db/open.ts';
import { StartupError } from '../../domain/errors.ts';
import { indexFile } from '../../settings/data-folder.ts';
import { newFormOf, oldFormOf } from './convert-database.ts';

/**
 * Refuses a folder with an encrypted index but no keyring: a new keyring would have other keys.
 * @throws StartupError
 */
export function refuseLostKeyring(dataDir: string): void {
  const index = indexFile(dataDir);
  const lost = [index, newFormOf(index), oldFormOf(index)].find(looksEncrypted);
  if (lost !== undefined) throw new StartupError(keyringMissingFor(lost), { problem: 'keyring_missing' });
}
