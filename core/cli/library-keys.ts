import { StartupError } from '../domain/errors.ts';
import type { KeyringContent } from '../encryption/keyring-content.ts';
import { unlockedBy } from '../encryption/keyring.ts';
import { keyringOf } from '../encryption/keyring-of.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { readRecoveryKey } from '../encryption/recovery-key.ts';
import { refusePlainLibrary } from '../locking/required-encryption.ts';
import { keysByFile } from '../locking/start-keys.ts';
import type { Config } from '../settings/env.ts';
import { warn } from './output.ts';
import { askSecret } from './password.ts';

type Settings = Pick<Config, 'dataDir' | 'unlockKeyFile' | 'requireEncryption' | 'weakPasswordHashes'>;

/**
 * The keys of the library for one command, from the key file in the settings or a secret that is typed; null for a plain
 * library.
 * @param options.fromInput see `unlockKeyring`
 * @param options.mayBePlain whether a plain library is acceptable even if the settings require encryption
 * @throws StartupError if nothing unlocks the library, if it is partly encrypted, or plain although the settings require
 * encryption
 */
export async function libraryKeys(
  config: Settings,
  { fromInput = false, mayBePlain = false }: { fromInput?: boolean; mayBePlain?: boolean } = {},
): Promise<LibraryKeys | null> {
  refuseHalfEncrypted(config);
  const keyring = keyringOf(config).content();
  if (keyring) return unlockKeyring(keyring, config, { fromInput });
  if (!mayBePlain) refusePlainLibrary(config);
  return null;
}

/** Commands must not use a library during its conversion, or after an interrupted one. @throws StartupError */
export function refuseHalfEncrypted(config: Settings): void {
  const state = keyringOf(config).content()?.state ?? 'encrypted';
  if (state === 'encrypted') return;
  const command = state === 'encrypting' ? 'encrypt' : 'decrypt';
  throw new StartupError(`The library is half encrypted: finish that first, with photofinch ${command} or a start.`);
}

/** The number of attempts, since typing without seeing the text is error-prone. */
const maxTries = 3;

/**
 * @param fromInput whether the next line of standard input may be the secret, if there is no terminal
 * @throws StartupError if nothing unlocks it
 */
export async function unlockKeyring(
  keyring: KeyringContent,
  { unlockKeyFile }: Pick<Settings, 'unlockKeyFile'>,
  { fromInput = false } = {},
): Promise<LibraryKeys> {
  const byFile = await keysByFile(keyring, unlockKeyFile, warn);
  if (byFile) return byFile;
  const isAsked = process.stdin.isTTY;
  if (!isAsked && !fromInput) {
    throw new StartupError(
      'The library is encrypted, and nothing was given to open it: set UNLOCK_KEY_FILE, or run the command in a terminal, which asks for the passphrase or the recovery key.',
    );
  }
  for (let triesLeft = isAsked ? maxTries : 1; triesLeft > 0; triesLeft -= 1) {
    const keys = await unlockedByText(keyring, await askSecret('Passphrase or recovery key: ', process.stderr));
    if (keys) return keys;
    if (triesLeft > 1) warn('This does not open the library: look for a slip, and try again.');
  }
  throw new StartupError('This does not open the library. Nothing was changed.');
}

async function unlockedByText(keyring: KeyringContent, text: string): Promise<LibraryKeys | null> {
  const byRecovery = readRecoveryKey(text) && (await unlockedBy(keyring, { kind: 'recovery', recoveryKey: text }));
  return byRecovery ?? unlockedBy(keyring, { kind: 'passphrase', passphrase: text });
}
