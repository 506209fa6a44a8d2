import type { CopyOptions, EncryptionOption } from './copy-index.ts';
import { runTask } from '../threads/task-process.ts';

/** The result of verifying a file. */
export interface CopyReport {
  /** Whether it is an intact index, of this or an older version of the program. */
  readonly ok: boolean;
  /** One sentence for people. */
  readonly detail: string;
  /** Hash of the file, 64 hexadecimal digits; null if it cannot be read. */
  readonly sha256: string | null;
}

interface CopyExpectations {
  /** Whether it must have exactly the schema of its version. */
  readonly ownSchema?: boolean;
  /** Whether it may be any database, such as that of a plugin. */
  readonly anySchema?: boolean;
}

/**
 * Verifies a copy of the index completely, in a separate process, since the hash and SQLite's check would block the server.
 * @throws the reason of `signal`
 */
export function examineCopy(
  file: string,
  {
    signal,
    ownSchema = false,
    anySchema = false,
    onProgress,
    encryption,
  }: CopyOptions & EncryptionOption & CopyExpectations,
): Promise<CopyReport> {
  return runTask(
    './verify-copy-process',
    import.meta.url,
    { file, ownSchema, anySchema, encryption },
    { signal, ...(onProgress && { onProgress }) },
  );
}
