import type { CopyOptions, Encrypted } from './copy-index.ts';
import { runTask } from '../threads/task-process.ts';

/** What a file turned out to be. */
export interface CopyReport {
  /** Whether it is a whole index, of this or an older version of the program. */
  readonly ok: boolean;
  /** One sentence for people. */
  readonly detail: string;
  /** Of the file's bytes, 64 hexadecimal digits; null when it cannot be read. */
  readonly sha256: string | null;
}

interface Expected {
  /** Whether it must have the schema of its version to the letter. */
  readonly ownSchema?: boolean;
  /** Whether it may be any database, as that of a plugin. */
  readonly anySchema?: boolean;
}

/**
 * Reads a copy of the index from the first page to the last, in a process of its own: both the hash and SQLite's check
 * would hold up the server.
 * @throws the reason of `signal`
 */
export function examineCopy(
  file: string,
  { signal, ownSchema = false, anySchema = false, onProgress, encryption }: CopyOptions & Encrypted & Expected,
): Promise<CopyReport> {
  return runTask(
    './verify-copy-process',
    import.meta.url,
    { file, ownSchema, anySchema, encryption },
    { signal, ...(onProgress && { onProgress }) },
  );
}
