import { keyringMissingFor, looksEncrypted } from '../../db/open.ts';
import { StartupError } from '../../domain/errors.ts';
import { indexFile } from '../../settings/data-folder.ts';
import { newFormOf, oldFormOf } from './convert-database.ts';

/**
 * Sees that a folder without a keyring has no encrypted index: a new keyring would have other keys.
 * @throws StartupError
 */
export function refuseLostKeyring(dataDir: string): void {
  const index = indexFile(dataDir);
  const lost = [index, newFormOf(index), oldFormOf(index)].find(looksEncrypted);
  if (lost !== undefined) throw new StartupError(keyringMissingFor(lost), { problem: 'keyring_missing' });
}
