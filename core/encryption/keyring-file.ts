import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Joi from 'joi';
import { StartupError } from '../domain/errors.ts';
import { errorCode } from '../domain/error-code.ts';
import { toDiskSync, tryLockFile, type SqliteCipher } from '../plugin-api/toolkit/index.ts';
import type { Slot } from './slots.ts';
import { mostStretching } from './stretch.ts';

/** How far a library is encrypted: a conversion that was cut off goes on. */
export type EncryptionState = 'encrypting' | 'encrypted' | 'decrypting';

/** What `keyring.json` holds. Nothing in it is secret by itself. */
export interface KeyringContent {
  readonly version: 1;
  /** Tells this library's keys from all others. */
  readonly library: string;
  /** Of the index and all other databases; with the algorithm, so that no default of a later driver counts. */
  readonly cipher: SqliteCipher;
  readonly state: EncryptionState;
  /** Grows with each change. */
  readonly generation: number;
  readonly slots: readonly Slot[];
  /** HMAC-SHA-256 of all else under a key of the library: nobody else can change anything here unnoticed. Hexadecimal. */
  readonly seal: string;
}

export const keyringFile = (dataDir: string): string => join(dataDir, 'keyring.json');

/** More than anybody needs, and little enough that a wrong passphrase is known to be wrong soon. */
export const mostSlots = 12;

const base64 = Joi.string().base64().max(1000);

const slot = Joi.object({
  id: Joi.string().guid().required(),
  kind: Joi.valid('passphrase', 'key_file', 'recovery').required(),
  name: Joi.string().allow('').max(200).required(),
  createdAt: Joi.number().integer().min(0).required(),
  salt: base64.required(),
  stretching: Joi.object({
    passes: Joi.number().integer().min(1).max(mostStretching.passes).required(),
    memory: Joi.number()
      .integer()
      .min(8 * 1024 * 1024)
      .max(mostStretching.memory)
      .required(),
  }),
  wrapped: base64.required(),
});

const schema = Joi.object<KeyringContent>({
  version: Joi.valid(1).required(),
  library: Joi.string().guid().required(),
  cipher: Joi.valid('aegis-256x2', 'chacha20').required(),
  state: Joi.valid('encrypting', 'encrypted', 'decrypting').required(),
  generation: Joi.number().integer().min(1).required(),
  slots: Joi.array().items(slot).min(1).max(mostSlots).required(),
  seal: Joi.string().hex().length(64).required(),
});

/** What a keyring says, wherever it was found; undefined for what is none. */
export function parseKeyring(json: unknown): KeyringContent | undefined {
  const found = schema.validate(json, { convert: false });
  return found.error ? undefined : found.value;
}

/** @returns null where the library has none: it is a plain one. @throws StartupError */
export function readKeyring(dataDir: string): KeyringContent | null {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(keyringFile(dataDir), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) throw error;
  }
  const content = parseKeyring(json);
  if (content) return content;
  throw new StartupError(
    'The file keyring.json in the data folder is damaged: without it nothing can open this library. Bring it back from a copy; each backup has one in the .json file beside it, as "keyring".',
  );
}

/** Milliseconds. A change is a small file on the disk: many of them end within this. */
const lockPatience = 1000;

/**
 * Changes the keyring while no other process does: what is read in `change` is what it replaces.
 * @throws StartupError when another process does not come to an end
 */
export function whileLocked<T>(dataDir: string, change: () => T): T {
  const lock = tryLockFile(join(dataDir, 'keyring.lock'), lockPatience);
  if (!lock) throw new StartupError('Another process is changing the keys of this library: try again in a moment.');
  try {
    return change();
  } finally {
    lock.release();
  }
}

/** Writes it whole, and on the disk when this returns. For `whileLocked`. */
export function writeKeyring(dataDir: string, content: KeyringContent): void {
  removeUnfinished(dataDir);
  const file = keyringFile(dataDir);
  const fresh = `${file}.${randomUUID()}.new`;
  const handle = openSync(fresh, 'wx', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
  toDiskSync(dataDir);
}

/** What a kill has left: keys that were removed since could open it. */
function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (/^keyring\.json\..*\.new$/.test(name)) rmSync(join(dataDir, name), { force: true });
  }
}
