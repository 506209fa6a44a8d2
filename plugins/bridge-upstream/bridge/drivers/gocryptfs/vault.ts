import { StoreError } from '../../driver.ts';
import { readHead } from '../read-file.ts';
import type { StoreFiles } from '../store-files.ts';
import { blockCipher, type BlockCipher } from './block-cipher.ts';
import { parseConfig } from './config.ts';
import { deriveKeys } from './keys.ts';
import { VaultNames } from './names.ts';

/** An opened vault. */
export interface OpenVault {
  readonly names: VaultNames;
  readonly cipher: BlockCipher;
  readonly fingerprint: string;
  readonly bridgeSecret: Buffer;
}

/** Bytes; configuration files of gocryptfs are smaller than 1 KiB. */
const largestConfig = 64 * 1024;

/**
 * The keys of a vault. They are derived on first use and again when `gocryptfs.conf` has changed, since the derivation is
 * slow by design.
 */
export class Vault {
  readonly #files: StoreFiles;
  readonly #password: string;
  #opening: { readonly config: string; readonly vault: Promise<OpenVault> } | undefined;
  #fingerprint = 'not opened yet';

  constructor(files: StoreFiles, password: string) {
    this.#files = files;
    this.#password = password;
  }

  get fingerprint(): string {
    return this.#fingerprint;
  }

  /** Checks that the password opens the current vault. @throws StoreError `unreachable`, `wrong_key`, `unsupported` */
  async check(): Promise<void> {
    await this.#open();
  }

  /**
   * The opened vault. Once opened, it stays valid until a `check` finds another configuration.
   * @throws StoreError like `check`
   */
  async opened(): Promise<OpenVault> {
    return this.#opening?.vault ?? this.#open();
  }

  async #open(): Promise<OpenVault> {
    const config = await this.#readConfig();
    if (this.#opening?.config === config) return this.#opening.vault;
    const opening = { config, vault: openVault(this.#files, config, this.#password) };
    this.#opening = opening;
    try {
      const vault = await opening.vault;
      this.#fingerprint = vault.fingerprint;
      return vault;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  async #readConfig(): Promise<string> {
    const config = await readHead(this.#files, 'gocryptfs.conf', largestConfig);
    if (config) return config.toString();
    throw new StoreError(
      'unreachable',
      'The store has no gocryptfs.conf: either it is no gocryptfs vault, or its disk is not mounted.',
    );
  }
}

async function openVault(files: StoreFiles, text: string, password: string): Promise<OpenVault> {
  const config = parseConfig(text);
  const keys = await deriveKeys(config, password);
  return {
    names: new VaultNames(files, config.names, keys.names),
    cipher: await blockCipher(config.content, keys.content),
    fingerprint: keys.fingerprint,
    bridgeSecret: keys.bridgeSecret,
  };
}
