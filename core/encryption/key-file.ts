import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { errorCode } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';

/** The allowed size in bytes: less could be guessed, and more is a mistake, such as a video in place of the file. */
const minBytes = 32;
const maxBytes = 1024 * 1024;

/** The minimum number of distinct bytes. Random bytes have more, even in hexadecimal or base64. */
const fewestDifferent = 8;

/**
 * The content of a key file: any file of 32 bytes to 1 MiB, since text is stretched like a passphrase. A file that repeats a
 * few bytes is rejected.
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
    const message = `The key file ${file} cannot be read (${errorCode(error)}): see to its disk and its rights.`;
    throw new StartupError(message, { cause: error });
  }
  try {
    const facts = fstatSync(handle);
    if (!facts.isFile() || facts.size < minBytes || facts.size > maxBytes) {
      throw new StartupError(`The key file ${file} must be a file of ${minBytes} bytes to 1 MiB: ${makeOne}`);
    }
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

const makeOne = 'make one with `openssl rand -out <file> 32`.';
