import { randomBytes, randomUUID } from 'node:crypto';
import { DomainError } from '../domain/errors.ts';
import { noPluginSwitches } from '../domain/plugin-switches.ts';
import { fastCiphers } from '../plugin-api/toolkit/index.ts';
import {
  isAuthenticBy,
  keyringChanged,
  keyringMissing,
  maxSlots,
  settingsIn,
  verifiedBy,
  withMac,
  type EncryptionState,
  type KeyringContent,
  type KeyringParts,
} from './keyring-content.ts';
import { eraseKeyring, readKeyring, settleKeyring, whileLocked, writeKeyring } from './keyring-file.ts';
import { LibraryKeys } from './library-keys.ts';
import { sealSettings, type LibrarySettings } from './library-settings.ts';
import { newSlot, openSlot, type Slot, type UnlockSecret } from './slots.ts';
import { usualStretching, type StretchParameters } from './stretch.ts';

/** A secret to add, with a display name. */
export interface NamedSecret {
  readonly secret: UnlockSecret;
  readonly name: string;
}

/**
 * The keyring of a library: its data key, wrapped once for each secret that opens it, and its settings. Each change reads
 * the file first, so that a command and a server do not undo each other's changes.
 *
 * Each method that reads or writes the file throws a StartupError if the file is damaged, if its MAC does not match the
 * keys, or if another process holds the lock.
 */
export class Keyring {
  readonly #dataDir: string;
  readonly #now: () => number;
  readonly #stretching: StretchParameters;

  /**
   * @param now epoch seconds
   * @param stretching for new passphrases and key files; weaker than the default only in tests
   */
  constructor(dataDir: string, now = () => Math.floor(Date.now() / 1000), stretching = usualStretching) {
    this.#dataDir = dataDir;
    this.#now = now;
    this.#stretching = stretching;
  }

  /** Null for an unencrypted library. @throws StartupError for a damaged keyring */
  content(): KeyringContent | null {
    return readKeyring(this.#dataDir);
  }

  /**
   * Creates a keyring with a new data key, in the state `encrypting`: nothing is encrypted yet.
   * @throws DomainError `conflict` if there is one already
   */
  async create(secrets: readonly NamedSecret[], settings: LibrarySettings): Promise<LibraryKeys> {
    if (this.content()) throw alreadyEncrypted();
    const keys = new LibraryKeys(randomBytes(32), { library: randomUUID(), cipher: fastCiphers()[0] });
    const slots = await Promise.all(secrets.map((secret) => this.#slot(keys, secret)));
    await whileLocked(this.#dataDir, () => {
      // Another process may have created one while the passphrase was stretched.
      if (this.content()) throw alreadyEncrypted();
      const sealed = sealSettings(keys.of('settings'), settings);
      writeKeyring(this.#dataDir, withMac(keys, { state: 'encrypting', generation: 1, slots, settings: sealed }));
    });
    return keys;
  }

  /**
   * Writes the keyring of a snapshot into a folder without one, in the state of an encrypted library. The switches of
   * plugins are dropped: this machine may not have those plugins.
   */
  async adopt(keys: LibraryKeys, content: KeyringContent): Promise<void> {
    const { signingSecret } = settingsIn(keys, content);
    const settings = sealSettings(keys.of('settings'), { signingSecret, plugins: noPluginSwitches });
    const adopted = asEncrypted(keys, { ...content, settings });
    await whileLocked(this.#dataDir, () => {
      if (this.content()) throw new DomainError('conflict', 'This library has a keyring already.');
      writeKeyring(this.#dataDir, adopted);
    });
  }

  /**
   * The keyring for the record of a snapshot, always in the state of an encrypted library. With the state `encrypting`, an
   * attacker's plain index would count as one that still has to be encrypted.
   * @param taken the keyring of a snapshot taken before: only its keys are renewed, since the secrets in the snapshot need the
   * signing secret of that time
   */
  forSnapshots(keys: LibraryKeys, taken?: KeyringContent): KeyringContent {
    const content = this.verified(keys);
    const isOwn = taken !== undefined && isAuthenticBy(keys, taken);
    return asEncrypted(keys, isOwn ? { ...content, settings: taken.settings } : content);
  }

  /** The keyring, after verifying that it was written with these keys. @throws StartupError */
  verified(keys: LibraryKeys): KeyringContent {
    const content = this.content();
    if (content === null) throw keyringMissing();
    return verifiedBy(keys, content);
  }

  /** @returns null for a secret that opens no slot. @throws StartupError if the keyring was changed without the keys */
  async unlock(secret: UnlockSecret): Promise<LibraryKeys | null> {
    const content = this.content();
    if (content === null) throw keyringMissing();
    return unlockedBy(content, secret);
  }

  /** @throws DomainError `conflict` if there are too many */
  async add(keys: LibraryKeys, secret: NamedSecret): Promise<Slot> {
    // Check before stretching a passphrase in vain.
    mustHaveRoom(this.verified(keys));
    const slot = await this.#slot(keys, secret);
    await this.#change(keys, (content) => {
      mustHaveRoom(content);
      return { slots: [...content.slots, slot] };
    });
    return slot;
  }

  /** Replaces the secret of a slot. The id stays; the old secret no longer works. @throws DomainError `not_found` */
  async replace(keys: LibraryKeys, id: string, { secret, name }: NamedSecret): Promise<Slot> {
    mustFind(this.verified(keys), id);
    const replacement = await this.#slot(keys, { secret, name }, id);
    await this.#change(keys, (content) => {
      const oldSlot = mustFind(content, id);
      return { slots: content.slots.map((slot) => (slot === oldSlot ? replacement : slot)) };
    });
    return replacement;
  }

  /** @throws DomainError `not_found`, or `conflict` for the last key */
  async remove(keys: LibraryKeys, id: string): Promise<Slot> {
    const { slots } = await this.#change(keys, (content) => {
      const removed = mustFind(content, id);
      if (content.slots.length === 1) {
        throw new DomainError('conflict', 'This is the last key: nothing could open the library without it.', {
          problem: 'last_key',
        });
      }
      return { slots: content.slots.filter((slot) => slot !== removed) };
    });
    return mustFind({ slots }, id);
  }

  async setState(keys: LibraryKeys, state: EncryptionState): Promise<void> {
    await this.#change(keys, () => ({ state }));
  }

  settings(keys: LibraryKeys): LibrarySettings {
    return settingsIn(keys, this.verified(keys));
  }

  async changeSettings(keys: LibraryKeys, change: (settings: LibrarySettings) => Partial<LibrarySettings>) {
    await this.#change(keys, (content) => {
      const before = settingsIn(keys, content);
      return { settings: sealSettings(keys.of('settings'), { ...before, ...change(before) }) };
    });
  }

  /** Like `settleKeyring`. */
  settle(): Promise<void> {
    return settleKeyring(this.#dataDir);
  }

  /** Removes the keyring, so that the library counts as unencrypted. */
  async drop(): Promise<void> {
    await whileLocked(this.#dataDir, () => {
      eraseKeyring(this.#dataDir);
    });
  }

  #slot(keys: LibraryKeys, { secret, name }: NamedSecret, id?: string): Promise<Slot> {
    const making = { id, library: keys.library, name, now: this.#now(), stretching: this.#stretching };
    return keys.useDataKey((dataKey) => newSlot(dataKey, secret, making));
  }

  /** @returns the keyring before the change */
  #change(
    keys: LibraryKeys,
    change: (content: KeyringContent) => Partial<Omit<KeyringParts, 'generation'>>,
  ): Promise<KeyringContent> {
    return whileLocked(this.#dataDir, () => {
      // Verify first: otherwise the new MAC would authenticate unchecked content.
      const before = this.verified(keys);
      const after = { ...before, ...change(before), generation: before.generation + 1 };
      writeKeyring(this.#dataDir, withMac(keys, after));
      return before;
    });
  }
}

function mustHaveRoom({ slots }: Pick<KeyringContent, 'slots'>): void {
  if (slots.length < maxSlots) return;
  throw new DomainError('conflict', `A library has at most ${maxSlots} keys: remove one first.`, {
    problem: 'too_many_keys',
  });
}

/** @throws DomainError `not_found` */
function mustFind({ slots }: Pick<KeyringContent, 'slots'>, id: string): Slot {
  const found = slots.find((slot) => slot.id === id);
  if (!found) throw new DomainError('not_found', 'There is no such key.', { problem: 'no_such_key' });
  return found;
}

const alreadyEncrypted = (): DomainError =>
  new DomainError('conflict', 'This library is encrypted already.', { problem: 'already_encrypted' });

export const notEncrypted = (): DomainError =>
  new DomainError('conflict', 'This library is not encrypted.', { problem: 'not_encrypted' });

/**
 * Unlocks any keyring, such as the one of a snapshot.
 * @returns null for a secret that opens no slot
 * @throws StartupError if the keyring was changed without the keys
 */
export async function unlockedBy(content: KeyringContent, secret: UnlockSecret): Promise<LibraryKeys | null> {
  const { library, cipher, slots } = content;
  for (const slot of slots) {
    const dataKey = await openSlot(slot, secret, library);
    if (!dataKey) continue;
    const keys = new LibraryKeys(dataKey, { library, cipher });
    if (isAuthenticBy(keys, content)) return keys;
    keys.wipe();
    throw keyringChanged();
  }
  return null;
}

const asEncrypted = (keys: LibraryKeys, content: KeyringContent): KeyringContent =>
  withMac(keys, { ...content, state: 'encrypted' });
