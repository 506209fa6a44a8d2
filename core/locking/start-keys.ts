import { StartupError } from '../domain/errors.ts';
import { readKeyFile } from '../encryption/key-file.ts';
import type { KeyringContent } from '../encryption/keyring-content.ts';
import { unlockedBy } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';

/**
 * Gets the keys of a library with the key file of the settings.
 * @param warn called with the reason why the file does not open it
 * @returns null without a file, and for a file that opens nothing
 * @throws StartupError if the keyring was changed without the keys
 */
export async function keysByFile(
  keyring: KeyringContent,
  file: string | undefined,
  warn: (sentence: string) => void,
): Promise<LibraryKeys | null> {
  if (file === undefined) return null;
  let content: Buffer;
  try {
    content = readKeyFile(file);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    warn(error.message);
    return null;
  }
  const keys = await unlockedBy(keyring, { kind: 'key_file', content }).finally(() => content.fill(0));
  if (!keys) {
    warn(
      `The key file ${file} does not open this library: add it with photofinch unlock add --key-file, or set another.`,
    );
  }
  return keys;
}
