import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, isDiskFull } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { eraseFileSync, replaceFileSync, toDiskSync, tryLockFile } from '../plugin-api/toolkit/index.ts';
import { keyringDamaged, parseKeyring, type KeyringContent } from './keyring-content.ts';

export const keyringFile = (dataDir: string): string => join(dataDir, 'keyring.json');

/** @returns null for an unencrypted library, which has no keyring. @throws StartupError for a damaged one */
export function readKeyring(dataDir: string): KeyringContent | null {
  let content: KeyringContent | undefined;
  try {
    content = readFrom(keyringFile(dataDir));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  if (content) return content;
  throw keyringDamaged();
}

function readFrom(file: string): KeyringContent | undefined {
  try {
    return parseKeyring(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Milliseconds: the time limit for getting the lock, and the pause between two attempts. One change takes far less. */
const lockPatience = 1000;
const lockPause = 20;

/**
 * Runs a change while no other process can change the keyring, so that `change` replaces exactly what it has read.
 * @throws StartupError if another process holds the lock
 */
export async function whileLocked<T>(dataDir: string, change: () => T): Promise<T> {
  for (let remaining = lockPatience; ; remaining -= lockPause) {
    const lock = tryLockFile(join(dataDir, 'keyring.lock'));
    if (lock) {
      try {
        return change();
      } finally {
        lock.release();
      }
    }
    if (remaining <= 0) {
      throw new StartupError('Another process is changing the keys of this library: try again in a moment.');
    }
    await sleep(lockPause);
  }
}

/**
 * Writes the keyring, and erases the previous one, which may still contain removed keys. The new file is read back before it
 * replaces the old one, since an incomplete keyring opens nothing. Must be called within `whileLocked`.
 * @throws StartupError for a full disk; the keyring is unchanged then
 */
export function writeKeyring(dataDir: string, content: KeyringContent): void {
  eraseUnfinished(dataDir);
  const newFile = `${keyringFile(dataDir)}.${randomUUID()}.new`;
  try {
    writeFileSync(newFile, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
    if (readFrom(newFile)?.mac !== content.mac) throw new Error('The keyring that was written cannot be read back.');
    replaceFileSync(newFile, keyringFile(dataDir));
  } catch (error) {
    eraseFileSync(newFile);
    throw isDiskFull(error) ? new StartupError(noRoom, { cause: error }) : error;
  }
}

const noRoom =
  'The disk of the data folder is full: free some space and try again. The keys of the library are as they were.';

/**
 * Removes the keyring, so that the library counts as unencrypted. Must be called within `whileLocked`. The keyring loses its
 * name before it is overwritten: killed in between, the process would leave a damaged keyring, with which no library opens.
 */
export function eraseKeyring(dataDir: string): void {
  eraseUnfinished(dataDir);
  renameSync(keyringFile(dataDir), `${keyringFile(dataDir)}.${randomUUID()}.old`);
  toDiskSync(dataDir);
  eraseUnfinished(dataDir);
}

/**
 * Erases what a killed process has left of keyrings; to be called at a start.
 * @throws StartupError if another process is changing the keyring
 */
export async function settleKeyring(dataDir: string): Promise<void> {
  if (unfinishedFiles(dataDir).length === 0) return;
  await whileLocked(dataDir, () => {
    eraseUnfinished(dataDir);
  });
}

/** Erases files that a killed process has left: removed keys could still open them. */
function eraseUnfinished(dataDir: string): void {
  for (const file of unfinishedFiles(dataDir)) eraseFileSync(file);
}

/** The keyrings that a process was writing or erasing. */
const unfinishedFiles = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => /^keyring\.json\..*\.(new|old)$/.test(name))
    .map((name) => join(dataDir, name));
