import { readFile } from 'node:fs/promises';
import { errorCode } from '../domain/error-code.ts';

/** A small picture from disk; null for one that is not there, or of which a loss of power has left an empty file. */
export async function readPicture(file: string): Promise<Buffer | null> {
  try {
    const bytes = await readFile(file);
    return bytes.length > 0 ? bytes : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
