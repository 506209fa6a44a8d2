import PQueue from 'p-queue';
import { checkPassphrase } from '../../domain/credentials.ts';
import { DomainError, StartupError } from '../../domain/errors.ts';
import { storedName } from '../../domain/names.ts';
import { maxSlots } from '../../encryption/keyring-content.ts';
import { notEncrypted, type Keyring } from '../../encryption/keyring.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import type { LibrarySettings } from '../../encryption/library-settings.ts';
import { newRecoveryKey } from '../../encryption/recovery-key.ts';
import type { Slot } from '../../encryption/slots.ts';
import type { Reauthentication, Proof } from '../sign-in/reauthentication.ts';
import { KeyFileCheck } from './key-file-check.ts';

/**
 * Locks and encrypts the running server. Both methods return at once and work in the background, so that the server can
 * still answer the request.
 */
export interface LockControl {
  /** Stops all parts that have access to the library, and wipes the keys. */
  lock(): void;
  /** Locks the library, encrypts it with these keys, and opens it again. */
  encrypt(keys: LibraryKeys): void;
}

/** An admin with their password: a stolen token must not suffice to add a key or to lock out everyone else. */
export interface KeyKeeper extends Proof {
  readonly userId: number;
}

/** A prepared encryption: the keyring exists, but nothing is encrypted yet. */
export interface PreparedEncryption {
  /** Not stored anywhere. */
  readonly recoveryKey: string;
  /** Encrypts the library in the background. */
  readonly begin: () => void;
  /** Cancels: the library stays unencrypted. */
  readonly giveUp: () => Promise<void>;
}

interface Dependencies {
  readonly keyring: Keyring;
  /** Null for an unencrypted library. */
  readonly keys: LibraryKeys | null;
  /** The path from the settings. */
  readonly keyFile: string | undefined;
  readonly own: Pick<Reauthentication, 'prove'>;
  /** Null if there is no server to lock, as in a command. */
  readonly control: LockControl | null;
  /** The settings of an unencrypted library, which its keyring will contain. @throws StartupError */
  readonly plainSettings: () => LibrarySettings;
  /**
   * Called when a secret no longer opens the library: the copies of the keyring in the records of snapshots must be updated.
   */
  readonly onKeyGone: () => void;
  /** Unencrypted files beside an encrypted library: their number, and some of their paths. */
  readonly plainFiles: () => Promise<{ readonly total: number; readonly paths: readonly string[] }>;
}

/** The encryption of the library and its keys, as admins see and change them. */
export class LibraryEncryption {
  readonly #with: Dependencies;
  /** Serializes changes, since each one reads the keyring, works for a while, and writes it. */
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
      mostSlots: maxSlots,
      opensItself: encrypted && ((await this.#keyFile?.opens()) ?? false),
      plainFiles: encrypted ? await this.#with.plainFiles() : { total: 0, paths: [] },
    };
  }

  /** @throws DomainError `conflict` for an unencrypted library */
  lock(): void {
    this.#mustHaveKeys();
    this.#mustHaveControl().lock();
  }

  /**
   * Encrypts the library under a passphrase and a recovery key, in the background.
   * @returns the recovery key, which is not stored anywhere
   * @throws DomainError `conflict` for an encrypted library, `bad_input`, `forbidden`
   */
  async encrypt(passphrase: string, keeper: KeyKeeper): Promise<string> {
    this.#mustHaveControl();
    checkPassphrase(passphrase);
    await this.#with.own.prove(keeper.userId, keeper);
    const { recoveryKey, begin } = await this.prepare(passphrase);
    begin();
    return recoveryKey;
  }

  /**
   * Creates the keyring for an encryption of the library. The caller must then call either `begin` or `giveUp`.
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
  async addPassphrase({ name, passphrase }: { name: string; passphrase: string }, keeper: KeyKeeper): Promise<Slot> {
    checkPassphrase(passphrase);
    return this.#change(keeper, (keyring, keys) =>
      keyring.add(keys, { secret: { kind: 'passphrase', passphrase }, name: slotName(name) }),
    );
  }

  /** Creates a new recovery key; the old one no longer works. @throws DomainError `conflict`, `forbidden` */
  async renewRecoveryKey(keeper: KeyKeeper): Promise<{ slot: Slot; recoveryKey: string }> {
    const recoveryKey = newRecoveryKey();
    const newKey = { secret: { kind: 'recovery', recoveryKey }, name: '' } as const;
    const slot = await this.#change(keeper, async (keyring, keys) => {
      const old = this.#slots().find(({ kind }) => kind === 'recovery');
      if (!old) return keyring.add(keys, newKey);
      return this.#gone(keyring.replace(keys, old.id, newKey));
    });
    return { slot, recoveryKey };
  }

  /** @throws DomainError `not_found`, `conflict` for a key that is not a passphrase, `bad_input`, `forbidden` */
  async changePassphrase(id: string, passphrase: string, keeper: KeyKeeper): Promise<Slot> {
    checkPassphrase(passphrase);
    return this.#change(keeper, (keyring, keys) => {
      const slot = this.#slots().find((one) => one.id === id);
      if (slot && slot.kind !== 'passphrase') {
        throw new DomainError('conflict', 'This key is no passphrase: remove it, and add another.');
      }
      const secret = { kind: 'passphrase', passphrase } as const;
      return this.#gone(keyring.replace(keys, id, { secret, name: slot?.name ?? '' }));
    });
  }

  /** @throws DomainError `not_found`, `conflict` for the last key, `forbidden` */
  remove(id: string, keeper: KeyKeeper): Promise<Slot> {
    return this.#change(keeper, (keyring, keys) => this.#gone(keyring.remove(keys, id)));
  }

  async #change<T>(keeper: KeyKeeper, change: (keyring: Keyring, keys: LibraryKeys) => T | Promise<T>): Promise<T> {
    const keys = this.#mustHaveKeys();
    await this.#with.own.prove(keeper.userId, keeper);
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

/** Errors of a damaged, missing or changed keyring contain the remedy, so their message is sent to clients, too. */
export const asDomainError = (error: unknown): unknown =>
  error instanceof StartupError
    ? new DomainError('not_ready', error.message, { problem: error.problem, cause: error })
    : error;

/** The name of a key. @throws DomainError `bad_input` */
export const slotName = (text: string): string =>
  storedName(text, { field: 'name', what: 'a name', which: 'this one', most: 100, problem: 'bad_name' });
