import type { Keyring } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import type { ConversionProgress, convertLibrary, LibraryPlace } from '../upkeep/conversion/convert-library.ts';

/** Converts everything that a library stores; the work of an interrupted call is not repeated. */
export type ConvertLibrary = typeof convertLibrary;

interface Options {
  readonly convert: ConvertLibrary;
  readonly signal: AbortSignal;
  readonly onProgress: (to: 'encrypted' | 'plain', progress: ConversionProgress) => void;
}

export interface FinishedConversion {
  /** Null if the library is now unencrypted. */
  readonly keys: LibraryKeys | null;
  /** The files that were not converted, a sentence for each. */
  readonly left: readonly string[];
}

/**
 * Finishes the conversion that the keyring records as started. The caller must hold the data folder.
 * @throws StartupError if the keyring was changed without the keys; the reason of the signal, after which another call
 * continues
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
