import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { IndexCopies } from '../plugin.ts';

/** A stand-in for the index, which begins like an SQLite file. */
export const fakeIndexBytes: Uint8Array = Buffer.concat([
  Buffer.from('SQLite format 3\0'),
  Buffer.alloc(4080, 'an index that no server has written '),
]);

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Copies the bytes into files, and recognises them. */
export function fakeIndex(): IndexCopies {
  const total = fakeIndexBytes.length;
  return {
    copy: async (to, { signal, onProgress }) => {
      signal.throwIfAborted();
      onProgress?.({ step: 'copying', bytes: 0, total });
      await writeFile(to, fakeIndexBytes, { flag: 'wx', signal });
      onProgress?.({ step: 'copying', bytes: total, total });
    },
    verify: async (file, { signal, onProgress }) => {
      signal.throwIfAborted();
      onProgress?.({ step: 'reading', bytes: 0, total });
      const bytes = await readFile(file, { signal }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return null;
      });
      if (!bytes) return { ok: false, detail: 'The file cannot be read.', sha256: null };
      onProgress?.({ step: 'reading', bytes: bytes.length, total });
      const ok = bytes.equals(fakeIndexBytes);
      return { ok, detail: ok ? 'The file is a whole index.' : 'The file is no whole index.', sha256: sha256Of(bytes) };
    },
  };
}
