import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DomainError, StartupError } from '../domain/errors.ts';
import { fastCiphers } from '../plugin-api/toolkit/index.ts';
import {
  keyringFile,
  mostSlots,
  readKeyring,
  whileLocked,
  writeKeyring,
  type EncryptionState,
  type KeyringContent,
} from './keyring-file.ts';
import { LibraryKeys } from './library-keys.ts';
import { newSlot, openSlot, type Slot, type UnlockSecret } from './slots.ts';
import { usualStretching, type Stretching } from './stretch.ts';

/** A secret to be added, and what people call it. */
export interface NamedSecret {
  readonly secret: UnlockSecret;
  readonly name: string;
}

/**
 * The keyring of a library: its data key, wrapped once for each secret that opens it. Each change reads the file first, so
 * that a command and a server do not undo each other's changes.
 */
export class Keyring {
  readonly #dataDir: string;
  readonly #now: () => number;
  readonly #stretching: Stretching;

  /**
   * @param now epoch seconds
   * @param stretching of new passphrases; less than the usual one for tests alone
   */
  constructor(dataDir: string, now = () => Math.floor(Date.now() / 1000), stretching = usualStretching) {
    this.#dataDir = dataDir;
    this.#now = now;
    this.#stretching = stretching;
  }

  /** Null for a plain library. @throws StartupError for a damaged keyring */
  content(): KeyringContent | null {
    return readKeyring(this.#dataDir);
  }

  /**
   * Makes a keyring with a new data key. Nothing is encrypted by that: its state is `encrypting`.
   * @throws DomainError `conflict` where there is one
   */
  async create(secrets: readonly NamedSecret[]): Promise<LibraryKeys> {
    if (this.content()) throw alreadyEncrypted();
    const keys = new LibraryKeys(randomBytes(32), { library: randomUUID(), cipher: fastCiphers()[0] });
    const slots = await Promise.all(secrets.map((secret) => this.#slot(keys, secret)));
    whileLocked(this.#dataDir, () => {
      // Somebody may have been quicker while the passphrase was stretched.
      if (this.content()) throw alreadyEncrypted();
      this.#write(keys, { state: 'encrypting', generation: 1, slots });
    });
    return keys;
  }

  /**
   * Takes a keyring from beside a snapshot into a folder that has none, as that of an encrypted library.
   * @throws StartupError when somebody has changed it
   */
  adopt(keys: LibraryKeys, content: KeyringContent): void {
    const taken = asEncrypted(keys, verifiedBy(keys, content));
    whileLocked(this.#dataDir, () => {
      if (this.content()) throw new DomainError('conflict', 'This library has a keyring already.');
      writeKeyring(this.#dataDir, taken);
    });
  }

  /**
   * What goes beside a snapshot: the keyring as that of an encrypted library, however far that is. One that says `encrypting`
   * would have whoever unlocks it trust a plain index.
   * @throws StartupError when somebody has changed, replaced or removed it
   */
  forSnapshots(keys: LibraryKeys): KeyringContent {
    return asEncrypted(keys, this.verified(keys));
  }

  /**
   * What the keyring says, once it is certain that nobody without these keys has written it.
   * @throws StartupError when somebody has changed, replaced or removed it
   */
  verified(keys: LibraryKeys): KeyringContent {
    const content = this.content();
    if (content === null) throw new StartupError(missing);
    return verifiedBy(keys, content);
  }

  /** @returns null for a secret that opens no slot. @throws StartupError when somebody has changed the keyring */
  async unlock(secret: UnlockSecret): Promise<LibraryKeys | null> {
    return unlockedBy(this.#mustHave(), secret);
  }

  /** @throws DomainError `conflict` when there is no room for another */
  async add(keys: LibraryKeys, secret: NamedSecret): Promise<Slot> {
    // Before a passphrase is stretched in vain.
    mustHaveRoom(this.verified(keys));
    const slot = await this.#slot(keys, secret);
    this.#change(keys, (content) => {
      mustHaveRoom(content);
      return { slots: [...content.slots, slot] };
    });
    return slot;
  }

  /**
   * Has another secret open a slot, which keeps its id: the one that did opens it no more.
   * @throws DomainError `not_found`
   */
  async replace(keys: LibraryKeys, id: string, { secret, name }: NamedSecret): Promise<Slot> {
    mustFind(this.verified(keys), id);
    const fresh = await this.#slot(keys, { secret, name }, id);
    this.#change(keys, (content) => {
      const old = mustFind(content, id);
      return { slots: content.slots.map((slot) => (slot === old ? fresh : slot)) };
    });
    return fresh;
  }

  /** @throws DomainError `not_found`, or `conflict` for the last one */
  remove(keys: LibraryKeys, id: string): Slot {
    const { slots } = this.#change(keys, (content) => {
      const gone = mustFind(content, id);
      if (content.slots.length === 1) {
        throw new DomainError('conflict', 'This is the last key: nothing could open the library without it.', {
          problem: 'last_key',
        });
      }
      return { slots: content.slots.filter((slot) => slot !== gone) };
    });
    return mustFind({ slots }, id);
  }

  setState(keys: LibraryKeys, state: EncryptionState): void {
    this.#change(keys, () => ({ state }));
  }

  /** The library is plain again. */
  drop(): void {
    whileLocked(this.#dataDir, () => {
      rmSync(keyringFile(this.#dataDir), { force: true });
    });
  }

  #slot(keys: LibraryKeys, { secret, name }: NamedSecret, id?: string): Promise<Slot> {
    const making = { id, library: keys.library, name, now: this.#now(), stretching: this.#stretching };
    return keys.useDataKey((dataKey) => newSlot(dataKey, secret, making));
  }

  #mustHave(): KeyringContent {
    const content = this.content();
    if (!content) throw notEncrypted();
    return content;
  }

  /** @returns what it was before */
  #change(keys: LibraryKeys, change: (content: KeyringContent) => Partial<Unsealed>): KeyringContent {
    return whileLocked(this.#dataDir, () => {
      // A new seal would vouch for whatever stands there.
      const before = this.verified(keys);
      this.#write(keys, { ...before, ...change(before), generation: before.generation + 1 });
      return before;
    });
  }

  #write(keys: LibraryKeys, { state, generation, slots }: Unsealed): void {
    const { library, cipher } = keys;
    const content = { version: 1 as const, library, cipher, state, generation, slots };
    writeKeyring(this.#dataDir, { ...content, seal: sealOf(keys, content) });
  }
}

function mustHaveRoom({ slots }: Pick<KeyringContent, 'slots'>): void {
  if (slots.length < mostSlots) return;
  throw new DomainError('conflict', `A library has at most ${mostSlots} keys: remove one first.`, {
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

type Unsealed = Pick<KeyringContent, 'state' | 'generation' | 'slots'>;

/**
 * Keys by any keyring, also one beside a snapshot.
 * @returns null for a secret that opens no slot. @throws StartupError when somebody has changed the keyring
 */
export async function unlockedBy(content: KeyringContent, secret: UnlockSecret): Promise<LibraryKeys | null> {
  const { library, cipher, slots } = content;
  for (const slot of slots) {
    const dataKey = await openSlot(slot, secret, library);
    if (!dataKey) continue;
    const keys = new LibraryKeys(dataKey, { library, cipher });
    if (isSealed(keys, content)) return keys;
    keys.wipe();
    throw new StartupError(changed);
  }
  return null;
}

const bringItBack = 'bring it back from a copy; each backup has one in the .json file beside it, as "keyring".';
const changed = `The file keyring.json in the data folder was changed by somebody without the key: ${bringItBack}`;
const missing = `The file keyring.json is no longer in the data folder, and nothing can open this library without it: ${bringItBack}`;

/** @throws StartupError for what these keys have not sealed */
function verifiedBy(keys: LibraryKeys, content: KeyringContent): KeyringContent {
  const { library, cipher } = keys;
  if (content.library === library && content.cipher === cipher && isSealed(keys, content)) return content;
  throw new StartupError(changed);
}

function asEncrypted(keys: LibraryKeys, content: KeyringContent): KeyringContent {
  const encrypted = { ...content, state: 'encrypted' as const };
  return { ...encrypted, seal: sealOf(keys, encrypted) };
}

const isSealed = (keys: LibraryKeys, content: KeyringContent): boolean =>
  timingSafeEqual(Buffer.from(content.seal, 'hex'), Buffer.from(sealOf(keys, content), 'hex'));

function sealOf(
  keys: LibraryKeys,
  { version, library, cipher, state, generation, slots }: Omit<KeyringContent, 'seal'>,
) {
  const all = slots.map(({ id, kind, name, createdAt, salt, stretching, wrapped }) => [
    ...[id, kind, name, createdAt, salt, stretching?.passes ?? null, stretching?.memory ?? null, wrapped],
  ]);
  return createHmac('sha256', keys.of('keyring'))
    .update(JSON.stringify([version, library, cipher, state, generation, all]))
    .digest('hex');
}
