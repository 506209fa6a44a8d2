import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../domain/errors.ts';
import { toDiskSync } from '../plugin-api/toolkit/index.ts';

const fileName = 'signing-secret';
const size = 32;

/** The file with the secret of an unencrypted library; an encrypted one stores it in its keyring. */
export const signingSecretFile = (dataDir: string): string => join(dataDir, fileName);

/**
 * The secret for deriving signing keys: the given one, or the one in the data folder, which the first call creates. The
 * file is readable only by the server's own user.
 * @throws StartupError when the file contains no valid secret
 */
export function signingSecret(configured: string | undefined, dataDir: string): Buffer {
  const known = existingSigningSecret(configured, dataDir);
  if (known) return known;
  keepSigningSecret(dataDir, randomBytes(size));
  return decodedSecret(dataDir, readIfThere(dataDir) ?? '');
}

/**
 * Like `signingSecret`, but never creates a secret: null if there is none yet.
 * @throws StartupError like `signingSecret`
 */
export function existingSigningSecret(configured: string | undefined, dataDir: string): Buffer | null {
  if (configured !== undefined) return Buffer.from(configured);
  const stored = readIfThere(dataDir);
  return stored === undefined ? null : decodedSecret(dataDir, stored);
}

/**
 * Writes a secret into the file, unless the file exists. It is written under another name first and then linked, so that
 * neither a kill nor a second process leaves an incomplete secret or overwrites one.
 */
export function keepSigningSecret(dataDir: string, secret: Uint8Array): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = signingSecretFile(dataDir);
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, `${Buffer.from(secret).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(temporaryFile, file);
    toDiskSync(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

function decodedSecret(dataDir: string, stored: string): Buffer {
  if (!/^[0-9a-f]{64}$/.test(stored)) {
    throw new StartupError(
      `The file ${fileName} in the data folder holds no secret: bring it back from a copy, or remove it and a new one is made (two-factor sign-in has then to be set up again).`,
    );
  }
  chmodSync(signingSecretFile(dataDir), 0o600);
  return Buffer.from(stored, 'hex');
}

function readIfThere(dataDir: string): string | undefined {
  try {
    return readFileSync(signingSecretFile(dataDir), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
