import { open } from 'node:fs/promises';
import { isEncryptedHeader } from '../../db/open.ts';
import { isPlainHeader, isSealed, sealOverhead } from '../../plugin-api/toolkit/index.ts';

/** The form of a file, according to its first bytes. */
export type FileForm = 'empty' | 'plain database' | 'encrypted database' | 'sealed' | 'other';

/** @throws the error of the system */
export async function formOf(file: string): Promise<FileForm> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sealOverhead), 0, sealOverhead, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.length === 0) return 'empty';
    if (isPlainHeader(head)) return 'plain database';
    if (isSealed(head)) return 'sealed';
    return isEncryptedHeader(head) ? 'encrypted database' : 'other';
  } finally {
    await handle.close();
  }
}
