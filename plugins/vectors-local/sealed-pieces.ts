import {
  NotAuthentic,
  seal,
  sealHeadBytes,
  sealOverhead,
  sealTagBytes,
  unsealInPlace,
} from 'photofinch/plugin-api/toolkit';
import { LostVectors, type OpenFile } from './vector-file.ts';

/*
 * [Note: Encrypted vectors]
 *
 * Files are sealed in consecutive pieces: large ones if everything is read at once, and small ones if single rows are read.
 * A piece is sealed with its number as name and a key of its file only, so that pieces cannot be exchanged. The numbers
 * of rows and people of a file are in the index, which is sealed as well: a truncated file is detected.
 */

/**
 * Bytes of a large piece. The overhead per piece is negligible at this size, and pieces can be read while others are
 * decrypted.
 */
export const largePiece = 2 ** 20;

/** How many large pieces are read ahead. */
const readAhead = 3;

/** The size of a sealed file with this content. */
export const sealedSize = (bytes: number, pieceBytes: number): number =>
  bytes + Math.ceil(bytes / pieceBytes) * sealOverhead;

/**
 * The chunks to write, each of about a large piece.
 * @param key of this file only
 */
export function* sealPieces(key: Uint8Array, bytes: Uint8Array, pieceBytes: number): Generator<Buffer> {
  let sealed: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    sealed.push(seal(key, String(at / pieceBytes), bytes.subarray(at, at + pieceBytes)));
    if (sealed.length * pieceBytes < largePiece) continue;
    yield sealed.length === 1 ? sealed[0]! : Buffer.concat(sealed);
    sealed = [];
  }
  yield Buffer.concat(sealed);
}

/**
 * Reads a whole file of large pieces.
 * @param target as long as the plain content
 * @throws LostVectors; the content of `target` is undefined then
 */
export async function readPieces(file: OpenFile, key: Uint8Array, target: Uint8Array): Promise<void> {
  const pieces = Array.from({ length: Math.ceil(target.length / largePiece) }, (_, at) => ({
    head: new Uint8Array(sealHeadBytes),
    bytes: target.subarray(at * largePiece, (at + 1) * largePiece),
    tag: new Uint8Array(sealTagBytes),
  }));
  const reads: Promise<void>[] = [];
  const readNext = (): void => {
    const at = reads.length;
    const piece = pieces[at];
    if (!piece) return;
    const read = file.readTo(at * (largePiece + sealOverhead), [piece.head, piece.bytes, piece.tag]);
    // It may fail before it is awaited.
    read.catch(() => undefined);
    reads.push(read);
  };
  try {
    for (let started = 0; started < readAhead; started += 1) readNext();
    for (const [at, piece] of pieces.entries()) {
      await reads[at];
      readNext();
      unsealInPlace(key, String(at), piece);
    }
  } catch (error) {
    if (!(error instanceof NotAuthentic)) throw error;
    throw new LostVectors(`${file.name} is damaged`, { cause: error });
  } finally {
    // The file must not be closed while a read is running.
    await Promise.allSettled(reads);
  }
}
