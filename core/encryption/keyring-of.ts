import { Keyring } from './keyring.ts';
import { weakStretching } from './stretch.ts';

interface Settings {
  readonly dataDir: string;
  /** Whether to stretch passphrases only minimally, for tests. */
  readonly weakPasswordHashes: boolean;
}

/** The keyring of a library, from the server's settings. @param now epoch seconds */
export const keyringOf = ({ dataDir, weakPasswordHashes }: Settings, now?: () => number): Keyring =>
  new Keyring(dataDir, now, weakPasswordHashes ? weakStretching : undefined);
