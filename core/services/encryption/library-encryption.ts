import PQueue from 'p-queue';
import { checkPassphrase } from '../../domain/credentials.ts';
import { DomainError, StartupError } from '../../domain/errors.ts';
import { storedName } from '../../domain/names.ts';
import { readKeyFile } from '../../encryption/key-file.ts';
import { mostSlots } from '../../encryption/keyring-file.ts';
import { notEncrypted, type Keyring } from '../../encryption/keyring.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import { newRecoveryKey } from '../../encryption/recovery-key.ts';
import type { Slot } from '../../encryption/slots.ts';
import type { Reauthentication, Proof } from '../sign-in/reauthentication.ts';

/** Of whoever runs the server: both begin once the answer to who asked for them is out. */
export interface LockControl {
  /** Ends all that knows of the library, and wipes the keys. */
  lock(): void;
  /** Locks, encrypts the library with these keys, and opens it again. */
  encrypt(keys: LibraryKeys): void;
}

/** The admin who does it, and what they give besides their token: a stolen one must not add a key, nor shut all others out. */
export interface KeyKeeper extends Proof {
  readonly userId: number;
}

interface Dependencies {
  readonly keyring: Keyring;
  /** Null for a plain library. */
  readonly keys: LibraryKeys | null;
  /** Of the settings. */
  readonly keyFile: string | undefined;
  readonly own: Pick<Reauthentication, 'prove'>;
  /** Null where nobody can lock: parts that run without a server. */
  readonly control: LockControl | null;
  /** What lies in the clear beside an encrypted library: how many files, and some of their paths. */
  readonly plainFiles: () => Promise<{ readonly total: number; readonly paths: readonly string[] }>;
}

/** What admins do with the encryption of the library that they are in, and with what opens it. */
export class LibraryEncryption {
  readonly #with: Dependencies;
  /** A change reads the keyring, takes its time and writes it. */
  readonly #line = new PQueue({ concurrency: 1 });

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async state() {
    const encrypted = this.#with.keys !== null;
    return {
      encrypted,
      slots: encrypted ? this.#slots() : [],
      mostSlots,
      opensItself: await this.#opensItself(),
      plainFiles: encrypted ? await this.#with.plainFiles() : { total: 0, paths: [] },
    };
  }

  /** @throws DomainError `conflict` for a plain library */
  lock(): void {
    this.#mustHaveKeys();
    this.#mustHaveControl().lock();
  }

  /**
   * Has the library encrypted, under a passphrase and a recovery key.
   * @returns the recovery key, which nothing can tell again
   * @throws DomainError `conflict` for one that is encrypted, `bad_input`, `forbidden`
   */
  async encrypt(passphrase: string, by: KeyKeeper): Promise<string> {
    const { own, keyring } = this.#with;
    const control = this.#mustHaveControl();
    checkPassphrase(passphrase);
    await own.prove(by.userId, by);
    const recoveryKey = newRecoveryKey();
    const keys = await this.#inLine(() =>
      keyring.create([
        { secret: { kind: 'passphrase', passphrase }, name: '' },
        { secret: { kind: 'recovery', recoveryKey }, name: '' },
      ]),
    );
    control.encrypt(keys);
    return recoveryKey;
  }

  /** @throws DomainError `conflict`, `bad_input`, `forbidden` */
  async addPassphrase({ name, passphrase }: { name: string; passphrase: string }, by: KeyKeeper): Promise<Slot> {
    checkPassphrase(passphrase);
    return this.#change(by, (keyring, keys) =>
      keyring.add(keys, { secret: { kind: 'passphrase', passphrase }, name: slotName(name) }),
    );
  }

  /** Makes a new recovery key; the one before it opens nothing any more. @throws DomainError `conflict`, `forbidden` */
  async renewRecoveryKey(by: KeyKeeper): Promise<{ slot: Slot; recoveryKey: string }> {
    const recoveryKey = newRecoveryKey();
    const fresh = { secret: { kind: 'recovery', recoveryKey }, name: '' } as const;
    const slot = await this.#change(by, (keyring, keys) => {
      const old = this.#slots().find(({ kind }) => kind === 'recovery');
      return old ? keyring.replace(keys, old.id, fresh) : keyring.add(keys, fresh);
    });
    return { slot, recoveryKey };
  }

  /** @throws DomainError `not_found`, `conflict` for a key that is no passphrase, `bad_input`, `forbidden` */
  async changePassphrase(id: string, passphrase: string, by: KeyKeeper): Promise<Slot> {
    checkPassphrase(passphrase);
    return this.#change(by, (keyring, keys) => {
      const slot = this.#slots().find((one) => one.id === id);
      if (slot && slot.kind !== 'passphrase') {
        throw new DomainError('conflict', 'This key is no passphrase: remove it, and add another.');
      }
      return keyring.replace(keys, id, { secret: { kind: 'passphrase', passphrase }, name: slot?.name ?? '' });
    });
  }

  /** @throws DomainError `not_found`, `conflict` for the last one, `forbidden` */
  remove(id: string, by: KeyKeeper): Promise<Slot> {
    return this.#change(by, (keyring, keys) => keyring.remove(keys, id));
  }

  async #change<T>(by: KeyKeeper, change: (keyring: Keyring, keys: LibraryKeys) => T | Promise<T>): Promise<T> {
    const keys = this.#mustHaveKeys();
    await this.#with.own.prove(by.userId, by);
    return this.#inLine(async () => change(this.#with.keyring, keys));
  }

  async #inLine<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#line.add(work);
    } catch (error) {
      throw sayingWhat(error);
    }
  }

  #mustHaveKeys(): LibraryKeys {
    if (this.#with.keys === null) throw notEncrypted();
    return this.#with.keys;
  }

  #mustHaveControl(): LockControl {
    const { control } = this.#with;
    if (!control) throw new DomainError('not_ready', 'This server was not started as one that can be locked.');
    return control;
  }

  #slots(): readonly Slot[] {
    return this.#with.keyring.content()?.slots ?? [];
  }

  async #opensItself(): Promise<boolean> {
    const { keyring, keys, keyFile } = this.#with;
    if (keys === null || keyFile === undefined) return false;
    try {
      const found = await keyring.unlock({ kind: 'key_file', content: readKeyFile(keyFile) });
      found?.wipe();
      return found !== null;
    } catch (error) {
      if (error instanceof StartupError) return false;
      throw error;
    }
  }
}

/** A keyring that is damaged, or that somebody has changed: its sentence says what to do. */
export const sayingWhat = (error: unknown): unknown =>
  error instanceof StartupError ? new DomainError('not_ready', error.message, { cause: error }) : error;

/** What a key is called. @throws DomainError `bad_input` */
export const slotName = (written: string): string =>
  storedName(written, { field: 'name', what: 'a name', which: 'this one', most: 100, problem: 'bad_name' });
