import { createHmac, timingSafeEqual } from 'node:crypto';
import Joi from 'joi';
import { StartupError } from '../domain/errors.ts';
import type { SqliteCipher } from '../plugin-api/toolkit/index.ts';
import type { LibraryKeys } from './library-keys.ts';
import { openSettings, type LibrarySettings } from './library-settings.ts';
import type { Slot } from './slots.ts';
import { maxStretching } from './stretch.ts';

/** The state of the encryption; an interrupted conversion is continued. */
export type EncryptionState = 'encrypting' | 'encrypted' | 'decrypting';

/** The content of `keyring.json`. Nothing in it is secret by itself. */
export interface KeyringContent {
  readonly version: 1;
  /** The library's id, which distinguishes its keys from those of other libraries. */
  readonly library: string;
  /**
   * The cipher of the index and all other databases. It is stored, so that it does not depend on the default of a later
   * driver.
   */
  readonly cipher: SqliteCipher;
  readonly state: EncryptionState;
  /** Increases with each change. */
  readonly generation: number;
  readonly slots: readonly Slot[];
  /** Sealed, base64: see `LibrarySettings`. */
  readonly settings: string;
  /**
   * HMAC-SHA-256 of all other fields under a key of the library, in hexadecimal. It detects changes that were made without
   * that key.
   */
  readonly mac: string;
}

/** The parts that change; each change needs a new MAC. */
export type KeyringParts = Pick<KeyringContent, 'state' | 'generation' | 'slots' | 'settings'>;

/** More than needed, and few enough that a wrong passphrase is rejected quickly. */
export const maxSlots = 12;

const base64 = Joi.string().base64();

const slot = Joi.object({
  id: Joi.string().guid().required(),
  kind: Joi.valid('passphrase', 'key_file', 'recovery').required(),
  name: Joi.string().allow('').max(200).required(),
  createdAt: Joi.number().integer().min(0).required(),
  salt: base64.max(1000).required(),
  stretching: Joi.object({
    passes: Joi.number().integer().min(1).max(maxStretching.passes).required(),
    memory: Joi.number()
      .integer()
      .min(8 * 1024 * 1024)
      .max(maxStretching.memory)
      .required(),
  }).when('kind', {
    switch: [
      { is: 'recovery', then: Joi.forbidden() },
      { is: 'passphrase', then: Joi.required() },
    ],
  }),
  wrapped: base64.max(1000).required(),
});

const schema = Joi.object<KeyringContent>({
  version: Joi.valid(1).required(),
  library: Joi.string().guid().required(),
  cipher: Joi.valid('aegis-256x2', 'chacha20').required(),
  state: Joi.valid('encrypting', 'encrypted', 'decrypting').required(),
  generation: Joi.number().integer().min(1).required(),
  slots: Joi.array().items(slot).min(1).max(maxSlots).required(),
  settings: base64.max(64 * 1024).required(),
  mac: Joi.string().hex().length(64).required(),
});

/** Parses the content of a keyring; undefined if it is invalid. */
export function parseKeyring(json: unknown): KeyringContent | undefined {
  const found = schema.validate(json, { convert: false });
  return found.error ? undefined : found.value;
}

/** The content with a MAC under the keys of the library. */
export function withMac(keys: LibraryKeys, { state, generation, slots, settings }: KeyringParts): KeyringContent {
  const { library, cipher } = keys;
  const content = { version: 1 as const, library, cipher, state, generation, slots, settings };
  return { ...content, mac: macOf(keys, content) };
}

/** Whether the MAC was made with these keys, for this library. */
export const isAuthenticBy = (keys: LibraryKeys, content: KeyringContent): boolean =>
  content.library === keys.library &&
  content.cipher === keys.cipher &&
  timingSafeEqual(Buffer.from(content.mac, 'hex'), Buffer.from(macOf(keys, content), 'hex'));

/** @throws StartupError if the MAC was not made with these keys */
export function verifiedBy(keys: LibraryKeys, content: KeyringContent): KeyringContent {
  if (isAuthenticBy(keys, content)) return content;
  throw keyringChanged();
}

/** @throws StartupError if the MAC was not made with these keys */
export function settingsIn(keys: LibraryKeys, content: KeyringContent): LibrarySettings {
  const settings = openSettings(keys.of('settings'), verifiedBy(keys, content).settings);
  if (!settings) throw keyringChanged();
  return settings;
}

function macOf(keys: LibraryKeys, content: Omit<KeyringContent, 'mac'>): string {
  const { version, library, cipher, state, generation, slots, settings } = content;
  const all = slots.map(({ id, kind, name, createdAt, salt, stretching, wrapped }) => [
    ...[id, kind, name, createdAt, salt, stretching?.passes ?? null, stretching?.memory ?? null, wrapped],
  ]);
  return createHmac('sha256', keys.of('keyring'))
    .update(JSON.stringify([version, library, cipher, state, generation, all, settings]))
    .digest('hex');
}

const bringItBack = 'bring it back from a copy; each backup has one in the .json file beside it, as "keyring".';

export const keyringChanged = (): StartupError =>
  new StartupError(`The file keyring.json in the data folder was changed by somebody without the key: ${bringItBack}`, {
    problem: 'keyring_changed',
  });

export const keyringMissing = (): StartupError =>
  new StartupError(
    `The file keyring.json is no longer in the data folder, and nothing can open this library without it: ${bringItBack}`,
    { problem: 'keyring_missing' },
  );

export const keyringDamaged = (): StartupError =>
  new StartupError(
    `The file keyring.json in the data folder is damaged: without it nothing can open this library. ${bringItBack.replace('b', 'B')}`,
    { problem: 'keyring_damaged' },
  );
