import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';

/** Bytes: fewer could be guessed, and more are a mistake, as a video in the place of the file. */
const fewest = 32;
const most = 1024 * 1024;

/**
 * What a key file holds, whole: any file of 32 bytes to 1 MiB is one.
 * @throws StartupError
 */
export function readKeyFile(file: string): Buffer {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    throw new StartupError(
      `The key file ${file} cannot be read (${errorCode(error)}): see to its disk and its rights.`,
      {
        cause: error,
      },
    );
  }
  try {
    const facts = fstatSync(handle);
    if (!facts.isFile() || facts.size < fewest || facts.size > most) {
      throw new StartupError(
        `The key file ${file} must be a file of ${fewest} bytes to 1 MiB: make one with \`openssl rand -out <file> 32\`.`,
      );
    }
    const content = Buffer.alloc(facts.size);
    return content.subarray(0, readSync(handle, content, 0, facts.size, 0));
  } finally {
    closeSync(handle);
  }
}
