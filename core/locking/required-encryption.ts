import { StartupError } from '../domain/errors.ts';
import type { Config } from '../settings/env.ts';
import { refuseLostKeyring } from '../upkeep/conversion/refuse-lost-keyring.ts';

type Settings = Pick<Config, 'dataDir' | 'unlockKeyFile' | 'requireEncryption'>;

/*
 * An attacker who can write to the data folder can remove keyring.json and the index. If the server then started an
 * unencrypted library, it would import all photos into it in the clear. The settings, which are stored elsewhere, can
 * therefore require an encrypted library; a library without a keyring is then refused.
 */

/** Refuses an unencrypted or new library if the settings require an encrypted one. @throws StartupError */
export function refusePlainLibrary(config: Settings): void {
  refuseLostKeyring(config.dataDir);
  const reason = reasonToEncrypt(config);
  if (reason === null) return;
  throw new StartupError(
    `${reason.set}, but the library is not encrypted: there is no keyring.json in the data folder ${config.dataDir}. If the library was encrypted, bring keyring.json and the index back from a backup. If it is new, or is to be encrypted now, run photofinch encrypt. To have a plain library, ${reason.unset}.`,
  );
}

/** Refuses to decrypt the library if the settings require an encrypted one. @throws StartupError */
export function refuseDecrypting({ requireEncryption }: Pick<Config, 'requireEncryption'>): void {
  if (!requireEncryption) return;
  throw new StartupError(
    'REQUIRE_ENCRYPTION is set, but the library is to be decrypted: unset it, and begin again. Nothing was changed.',
  );
}

/** Logged after a library was decrypted while its settings have a key file. */
export const nextStartIsRefused =
  'A key file is set: unset UNLOCK_KEY_FILE, or the credential, before the next start, which refuses a plain library with it';

function reasonToEncrypt({ unlockKeyFile, requireEncryption }: Settings): { set: string; unset: string } | null {
  if (requireEncryption) return { set: 'REQUIRE_ENCRYPTION is set', unset: 'unset REQUIRE_ENCRYPTION' };
  if (unlockKeyFile === undefined) return null;
  return {
    set: `The key file ${unlockKeyFile} is set`,
    unset: 'unset UNLOCK_KEY_FILE, or remove the credential photofinch-unlock-key',
  };
}
