import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { errorCode } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';

/** Bytes: fewer could be guessed, and more are a mistake, such as a video in the place of the file. */
const fewest = 32;
const most = 1024 * 1024;

/** Different bytes that a key file has at least. Random bytes, in hexadecimal or base64 as well, have more. */
const fewestDifferent = 8;

/**
 * The content of a key file. Any file of 32 bytes to 1 MiB will do, since a text is stretched like a passphrase; one that is
 * filled with the same few bytes will not.
 * @throws StartupError
 */
export function readKeyFile(file: string): Buffer {
  const content = contentOf(file);
  if (new Set(content).size < fewestDifferent) {
    throw new StartupError(`The key file ${file} holds the same few bytes over and over: ${makeOne}`);
  }
  return content;
}

function contentOf(file: string): Buffer {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    const why = `The key file ${file} cannot be read (${errorCode(error)}): see to its disk and its rights.`;
    throw new StartupError(why, { cause: error });
  }
  try {
    const facts = fstatSync(handle);
    if (!facts.isFile() || facts.size < fewest || facts.size > most) {
      throw new StartupError(`The key file ${file} must be a file of ${fewest} bytes to 1 MiB: ${makeOne}`);
    }
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

const makeOne = 'make one with `openssl rand -out <file> 32`.';
