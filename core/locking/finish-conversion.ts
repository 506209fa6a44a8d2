import type { Keyring } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import type { ConversionProgress, convertLibrary, LibraryPlace } from '../upkeep/conversion/convert-library.ts';

/** Converts all that a library keeps; what an earlier call has done is not done again. */
export type ConvertLibrary = typeof convertLibrary;

interface Options {
  readonly convert: ConvertLibrary;
  readonly signal: AbortSignal;
  readonly onProgress: (to: 'encrypted' | 'plain', progress: ConversionProgress) => void;
}

export interface FinishedConversion {
  /** Null for a library that is plain now. */
  readonly keys: LibraryKeys | null;
  /** Files that stay as they were, a sentence for each. */
  readonly left: readonly string[];
}

/**
 * Finishes the conversion that the keyring says was begun. The caller has the data folder.
 * @throws StartupError when the keyring was changed without the keys; the reason of the signal. Another call goes on then
 */
export async function finishConversion(
  place: LibraryPlace,
  keyring: Keyring,
  keys: LibraryKeys,
  { convert, signal, onProgress }: Options,
): Promise<FinishedConversion> {
  const { state } = keyring.verified(keys);
  if (state === 'encrypted') return { keys, left: [] };
  const to = state === 'encrypting' ? 'encrypted' : 'plain';
  const { left } = await convert(place, keys, to, {
    settings: keyring.settings(keys),
    signal,
    onProgress: (progress) => {
      onProgress(to, progress);
    },
  });
  if (to === 'encrypted') {
    await keyring.setState(keys, 'encrypted');
    return { keys, left };
  }
  await keyring.drop();
  keys.wipe();
  return { keys: null, left };
}
