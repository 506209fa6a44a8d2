import type { Keyring } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';

export interface ConversionProgress {
  readonly step: string;
  /** In what the step counts. */
  readonly done: number;
  readonly total: number;
}

interface Place {
  readonly dataDir: string;
  readonly backupDir: string;
}

/** Turns all that a library keeps into its encrypted or its plain form; what was done before is not done again. */
export type ConvertLibrary = (
  place: Place,
  keys: LibraryKeys,
  to: 'encrypted' | 'plain',
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: ConversionProgress) => void },
) => Promise<{ readonly left: readonly string[] }>;

interface Options {
  readonly convert: ConvertLibrary;
  readonly signal: AbortSignal;
  readonly onProgress: (to: 'encrypted' | 'plain', progress: ConversionProgress) => void;
}

export interface TurnedOver {
  /** Null for what is a plain library now. */
  readonly keys: LibraryKeys | null;
  /** Files that are not ours and were left as they are. */
  readonly left: readonly string[];
}

/**
 * Goes on with what the keyring says was begun: a library that is being encrypted or decrypted is afterwards. The caller has
 * the data folder.
 * @throws StartupError when somebody has changed the keyring; the reason of the signal; the library can be turned over later
 */
export async function turnOver(
  place: Place,
  keyring: Keyring,
  keys: LibraryKeys,
  options: Options,
): Promise<TurnedOver> {
  const { state } = keyring.verified(keys);
  if (state === 'encrypted') return { keys, left: [] };
  const to = state === 'encrypting' ? 'encrypted' : 'plain';
  const { convert, signal, onProgress } = options;
  const { left } = await convert(place, keys, to, {
    signal,
    onProgress: (progress) => {
      onProgress(to, progress);
    },
  });
  if (to === 'encrypted') {
    keyring.setState(keys, 'encrypted');
    return { keys, left };
  }
  keyring.drop();
  keys.wipe();
  return { keys: null, left };
}
