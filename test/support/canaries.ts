import { readFileSync } from 'node:fs';
import { errorCode } from '../../core/domain/error-code.ts';
import { filesBelow } from './files-below.ts';

/** Data that must not be readable on a disk, by name. */
export type Canaries = Readonly<Record<string, string | Uint8Array>>;

/** A number as SQLite stores it in a row. */
export function asInRow(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

/**
 * The canaries found below the folders, in the bytes and names of files; also in capitals, in UTF-16, in hexadecimal
 * and in base 64.
 * @param except names of files that are skipped
 */
export function canariesBelow(folders: readonly string[], canaries: Canaries, except: RegExp): string[] {
  const found = new Set<string>();
  for (const folder of folders) {
    for (const { name, path, stats } of filesBelow(folder)) {
      if (except.test(name)) continue;
      const bytes = Buffer.concat([Buffer.from(name), stats.isFile() ? contentOf(path) : Buffer.alloc(0)]);
      for (const [what, canary] of Object.entries(canaries)) {
        if (formsOf(canary).some((form) => bytes.includes(form))) found.add(what);
      }
    }
  }
  return [...found].sort();
}

function formsOf(canary: string | Uint8Array): Buffer[] {
  const bytes = Buffer.from(canary as string);
  const encoded = [
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('base64').replace(/.?.?={0,2}$/, '')),
  ];
  if (typeof canary !== 'string') return [bytes];
  const texts = [canary.toLowerCase(), canary.toUpperCase()].map((text) => Buffer.from(text));
  return [bytes, ...texts, Buffer.from(canary, 'utf16le'), ...encoded];
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    // The file was deleted since it was listed, or is a socket, which has no content.
    if (['ENOENT', 'ENXIO', 'ENOTSUP'].includes(errorCode(error))) return Buffer.alloc(0);
    throw error;
  }
}
