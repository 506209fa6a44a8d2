import PQueue from 'p-queue';
import { checkPassphrase } from '../../domain/credentials.ts';
import { DomainError, StartupError } from '../../domain/errors.ts';
import { storedName } from '../../domain/names.ts';
import { mostSlots } from '../../encryption/keyring-content.ts';
import { notEncrypted, type Keyring } from '../../encryption/keyring.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import type { LibrarySettings } from '../../encryption/library-settings.ts';
import { newRecoveryKey } from '../../encryption/recovery-key.ts';
import type { Slot } from '../../encryption/slots.ts';
import type { Reauthentication, Proof } from '../sign-in/reauthentication.ts';
import { KeyFileCheck } from './key-file-check.ts';

/** Locks and encrypts the running server. Both return at once and begin in the background, so that the request is still answered. */
export interface LockControl {
  /** Ends all parts that know of the library, and wipes the keys. */
  lock(): void;
  /** Locks, encrypts the library with these keys, and opens it again. */
  encrypt(keys: LibraryKeys): void;
}

/** An admin, with their password: a stolen token must neither add a key nor shut all others out. */
export interface KeyKeeper extends Proof {
  readonly userId: number;
}

/** An encryption whose keyring exists, while nothing is encrypted yet. */
export interface PreparedEncryption {
  /** Is kept nowhere. */
  readonly recoveryKey: string;
  /** Encrypts the library in the background. */
  readonly begin: () => void;
  /** Leaves the library plain. */
  readonly giveUp: () => Promise<void>;
}

interface Dependencies {
  readonly keyring: Keyring;
  /** Null for a plain library. */
  readonly keys: LibraryKeys | null;
  /** Of the settings. */
  readonly keyFile: string | undefined;
  readonly own: Pick<Reauthentication, 'prove'>;
  /** Null without a server that can be locked, as for a command. */
  readonly control: LockControl | null;
  /** The settings of a plain library, which its keyring takes over. @throws StartupError */
  readonly plainSettings: () => LibrarySettings;
  /** A secret no longer opens the library: the copies of the keyring in the records of snapshots are to follow. */
  readonly onKeyGone: () => void;
  /** Files in the clear beside an encrypted library: how many, and some of their paths. */
  readonly plainFiles: () => Promise<{ readonly total: number; readonly paths: readonly string[] }>;
}

/** The encryption of the library, and the keys that open it, as admins see and change them. */
export class LibraryEncryption {
  readonly #with: Dependencies;
  /** One change at a time: each reads the keyring, takes its time and writes it. */
  readonly #line = new PQueue({ concurrency: 1 });
  readonly #keyFile: KeyFileCheck | undefined;

  constructor(dependencies: Dependencies) {
    const { keyring, keyFile } = dependencies;
    this.#with = dependencies;
    if (keyFile !== undefined) this.#keyFile = new KeyFileCheck(keyring, keyFile);
  }

  async state() {
    const encrypted = this.#with.keys !== null;
    return {
      encrypted,
      slots: encrypted ? this.#slots() : [],
      mostSlots,
      opensItself: encrypted && ((await this.#keyFile?.opens()) ?? false),
      plainFiles: encrypted ? await this.#with.plainFiles() : { total: 0, paths: [] },
    };
  }

  /** @throws DomainError `conflict` for a plain library */
  lock(): void {
    this.#mustHaveKeys();
    this.#mustHaveControl().lock();
  }

  /**
   * Encrypts the library under a passphrase and a recovery key, in the background.
   * @returns the recovery key, which is kept nowhere
   * @throws DomainError `conflict` for an encrypted library, `bad_input`, `forbidden`
   */
  async encrypt(passphrase: string, by: KeyKeeper): Promise<string> {
    this.#mustHaveControl();
    checkPassphrase(passphrase);
    await this.#with.own.prove(by.userId, by);
    const { recoveryKey, begin } = await this.prepare(passphrase);
    begin();
    return recoveryKey;
  }

  /**
   * Makes the keyring by which the library is going to be encrypted. The caller either begins or gives it up.
   * @throws DomainError `conflict` for an encrypted library, `bad_input`
   */
  async prepare(passphrase: string): Promise<PreparedEncryption> {
    const { keyring, plainSettings } = this.#with;
    const control = this.#mustHaveControl();
    checkPassphrase(passphrase);
    const recoveryKey = newRecoveryKey();
    const keys = await this.#inLine(() =>
      keyring.create(
        [
          { secret: { kind: 'passphrase', passphrase }, name: '' },
          { secret: { kind: 'recovery', recoveryKey }, name: '' },
        ],
        plainSettings(),
      ),
    );
    return {
      recoveryKey,
      begin: () => {
        control.encrypt(keys);
      },
      giveUp: async () => {
        keys.wipe();
        await keyring.drop();
      },
    };
  }

  /** @throws DomainError `conflict`, `bad_input`, `forbidden` */
  async addPassphrase({ name, passphrase }: { name: string; passphrase: string }, by: KeyKeeper): Promise<Slot> {
    checkPassphrase(passphrase);
    return this.#change(by, (keyring, keys) =>
      keyring.add(keys, { secret: { kind: 'passphrase', passphrase }, name: slotName(name) }),
    );
  }

  /** Makes a new recovery key; the old one no longer works. @throws DomainError `conflict`, `forbidden` */
  async renewRecoveryKey(by: KeyKeeper): Promise<{ slot: Slot; recoveryKey: string }> {
    const recoveryKey = newRecoveryKey();
    const fresh = { secret: { kind: 'recovery', recoveryKey }, name: '' } as const;
    const slot = await this.#change(by, async (keyring, keys) => {
      const old = this.#slots().find(({ kind }) => kind === 'recovery');
      if (!old) return keyring.add(keys, fresh);
      return this.#gone(keyring.replace(keys, old.id, fresh));
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
      const secret = { kind: 'passphrase', passphrase } as const;
      return this.#gone(keyring.replace(keys, id, { secret, name: slot?.name ?? '' }));
    });
  }

  /** @throws DomainError `not_found`, `conflict` for the last one, `forbidden` */
  remove(id: string, by: KeyKeeper): Promise<Slot> {
    return this.#change(by, (keyring, keys) => this.#gone(keyring.remove(keys, id)));
  }

  async #change<T>(by: KeyKeeper, change: (keyring: Keyring, keys: LibraryKeys) => T | Promise<T>): Promise<T> {
    const keys = this.#mustHaveKeys();
    await this.#with.own.prove(by.userId, by);
    return this.#inLine(async () => change(this.#with.keyring, keys));
  }

  async #gone(change: Promise<Slot>): Promise<Slot> {
    const slot = await change;
    this.#with.onKeyGone();
    return slot;
  }

  async #inLine<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#line.add(work);
    } catch (error) {
      throw asDomainError(error);
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
}

/** The message of a damaged, missing or changed keyring says what to do, so clients get it, too. */
export const asDomainError = (error: unknown): unknown =>
  error instanceof StartupError
    ? new DomainError('not_ready', error.message, { problem: error.problem, cause: error })
    : error;

/** The name of a key. @throws DomainError `bad_input` */
export const slotName = (written: string): string =>
  storedName(written, { field: 'name', what: 'a name', which: 'this one', most: 100, problem: 'bad_name' });
