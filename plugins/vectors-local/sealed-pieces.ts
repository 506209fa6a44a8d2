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
 * Files are sealed in pieces, one after the other: large ones where all is read at once, and small ones where single rows
 * are. A piece is sealed under its number, with a key that only its file has: no piece can stand for another. How many rows a
 * file has is told by the index, which is sealed as well: a file that lacks pieces at its end is noticed.
 */

/** Bytes of a large piece. What a piece costs whatever its size is nothing then, and they are read while others are opened. */
export const largePiece = 2 ** 20;

/** Large pieces that are being read at once. */
const readAhead = 3;

/** Bytes that a file has of so many. */
export const sealedSize = (bytes: number, pieceBytes: number): number =>
  bytes + Math.ceil(bytes / pieceBytes) * sealOverhead;

/**
 * What to write, of about a large piece at once.
 * @param key of this file alone
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
 * @param target as long as what was sealed
 * @throws LostVectors; `target` is of no use then
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
    // It may fail before its turn has come.
    read.catch(() => undefined);
    reads.push(read);
  };
  try {
    for (let begun = 0; begun < readAhead; begun += 1) readNext();
    for (const [at, piece] of pieces.entries()) {
      await reads[at];
      readNext();
      unsealInPlace(key, String(at), piece);
    }
  } catch (error) {
    if (!(error instanceof NotAuthentic)) throw error;
    throw new LostVectors(`${file.name} is damaged`, { cause: error });
  } finally {
    // Whoever closes the file must not meet a read of it.
    await Promise.allSettled(reads);
  }
}
