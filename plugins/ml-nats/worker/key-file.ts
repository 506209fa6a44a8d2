import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { errorCode } from 'photofinch/plugin-api/toolkit';
import { keyBytes, keyPairOf, type KeyPair } from '../wire/keys.ts';

const head = 'photofinch-ml-worker-key-1 ';

/**
 * Reads the long-term key of a worker, or creates it at the first start; a worker stores nothing else. `keysReady` must have
 * resolved.
 * @throws Error of one sentence if the file is not a key, or if other users can read it
 */
export function workerKey(file: string): { readonly key: KeyPair; readonly isNew: boolean } {
  try {
    const seed = randomBytes(keyBytes);
    const handle = openSync(file, 'wx', 0o600);
    try {
      writeSync(handle, `${head}${seed.toString('base64')}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    return { key: keyPairOf(seed), isNew: true };
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw new Error(
        `The key file ${file} cannot be written (${errorCode(error) || 'unknown'}): set ML_WORKER_KEY_FILE to another place.`,
        {
          cause: error,
        },
      );
    }
  }
  return { key: readKey(file), isNew: false };
}

function readKey(file: string): KeyPair {
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new Error(`The key file ${file} can be read by others: run chmod 600 on it.`);
  }
  const text = readFileSync(file, 'utf8').trim();
  const seed = Buffer.from(text.slice(head.length), 'base64');
  if (!text.startsWith(head) || seed.length !== keyBytes) {
    throw new Error(`The file ${file} is no key of a worker: name another one in ML_WORKER_KEY_FILE, or delete it.`);
  }
  return keyPairOf(seed);
}
