import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../domain/errors.ts';
import { NotAuthentic, seal, unseal } from '../plugin-api/toolkit/index.ts';

const fileName = 'signing-secret';
const size = 32;

/**
 * The secret for deriving signing keys: the given one, or the one in the data folder, which the first call creates. The
 * file is readable only by the server's own user.
 * @param key encrypts the file
 * @throws StartupError when the file contains no valid secret
 */
export function signingSecret(given: string | undefined, dataDir: string, key?: Uint8Array): Buffer {
  if (given !== undefined) return Buffer.from(given);
  const file = join(dataDir, fileName);
  return checked(file, read(file, key) ?? create(file, dataDir, key));
}

/**
 * The same, but none is made: null where there is none yet.
 * @throws StartupError as `signingSecret`
 */
export function knownSigningSecret(given: string | undefined, dataDir: string, key?: Uint8Array): Buffer | null {
  if (given !== undefined) return Buffer.from(given);
  const file = join(dataDir, fileName);
  const kept = read(file, key);
  return kept === undefined ? null : checked(file, kept);
}

function checked(file: string, kept: string): Buffer {
  if (!/^[0-9a-f]{64}$/.test(kept)) {
    throw new StartupError(
      `The file ${fileName} in the data folder holds no secret: bring it back from a copy, or remove it and a new one is made (two-factor sign-in has then to be set up again).`,
    );
  }
  chmodSync(file, 0o600);
  return Buffer.from(kept, 'hex');
}

function read(file: string, key: Uint8Array | undefined): string | undefined {
  try {
    const kept = readFileSync(file);
    return (key ? unseal(key, fileName, kept) : kept).toString('utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof NotAuthentic) return '';
    throw error;
  }
}

/** Written whole under another name first: neither a kill nor a second process leaves or overwrites half a secret. */
function create(file: string, dataDir: string, key: Uint8Array | undefined): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  const secret = Buffer.from(`${randomBytes(size).toString('hex')}\n`);
  writeFileSync(fresh, key ? seal(key, fileName, secret) : secret, { mode: 0o600, flush: true });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return read(file, key) ?? '';
}
