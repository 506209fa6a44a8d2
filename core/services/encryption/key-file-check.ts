import { statSync } from 'node:fs';
import { errorCode } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';
import { readKeyFile } from '../../encryption/key-file.ts';
import type { Keyring } from '../../encryption/keyring.ts';

/**
 * Whether the key file of the settings opens the library. Each check stretches the file's content once for every key file in
 * the keyring, so the result is cached until the file or the keyring changes.
 */
export class KeyFileCheck {
  readonly #keyring: Keyring;
  readonly #file: string;
  #known: { readonly of: string; readonly opens: Promise<boolean> } | undefined;

  constructor(keyring: Keyring, file: string) {
    this.#keyring = keyring;
    this.#file = file;
  }

  async opens(): Promise<boolean> {
    try {
      const { mtimeMs, size, ino } = statSync(this.#file);
      const of = [mtimeMs, size, ino, this.#keyring.content()?.generation].join(' ');
      if (this.#known?.of !== of) this.#known = { of, opens: this.#try() };
      return await this.#known.opens;
    } catch (error) {
      this.#known = undefined;
      if (error instanceof StartupError || errorCode(error) !== '') return false;
      throw error;
    }
  }

  async #try(): Promise<boolean> {
    const content = readKeyFile(this.#file);
    try {
      const keys = await this.#keyring.unlock({ kind: 'key_file', content });
      keys?.wipe();
      return keys !== null;
    } finally {
      content.fill(0);
    }
  }
}
