import { readSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

/**
 * A message with binary data, on a pipe between a process and its child.
 *
 * Node's own messages would copy each picture three times, and the garbage would burden both processes. They also have no
 * size limit: a process compromised by the bytes it handles could fill our memory with one message.
 *
 * Format: the length of the head in 4 bytes, the head as JSON, then the pieces, whose lengths are in the head.
 */
export interface Frame {
  readonly head: Readonly<Record<string, unknown>>;
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** Maximum bytes of a head: tags of a photo, faces of a crowd. */
const largestHead = 4 * 1024 * 1024;
const maxPieces = 10_000;

function encodedHead(head: object, pieces: readonly Uint8Array[]): Buffer {
  const json = Buffer.from(JSON.stringify({ ...head, pieces: pieces.map(({ byteLength }) => byteLength) }));
  if (json.length > largestHead) throw new RangeError(`A message of ${json.length} bytes is too long.`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
}

/** @throws Error for an invalid head */
function decodedHead(json: Buffer): { head: Frame['head']; lengths: number[] } {
  const { pieces, ...head } = JSON.parse(json.toString()) as Record<string, unknown>;
  const lengths = Array.isArray(pieces) ? (pieces as unknown[]) : [];
  const isLength = (length: unknown): length is number => Number.isSafeInteger(length) && (length as number) >= 0;
  if (lengths.length > maxPieces || !lengths.every(isLength)) throw new Error('The pieces have no lengths.');
  return { head, lengths };
}

/** Sends a frame to a process. The pieces are not copied: they must not change before the answer arrives. */
export function sendFrame(pipe: Writable, head: object, pieces: readonly Uint8Array[] = []): void {
  pipe.write(encodedHead(head, pieces));
  for (const piece of pieces) if (piece.byteLength > 0) pipe.write(piece);
}

/** Reassembles frames from the chunks of a pipe. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void;
  readonly #mostBytes: number;
  #filling = new Uint8Array(4);
  #filled = 0;
  #state: 'length' | 'head' | 'pieces' = 'length';
  #head: Frame['head'] = {};
  #lengths: number[] = [];
  #pieces: Uint8Array<ArrayBuffer>[] = [];

  /** @param maxBytes maximum of all pieces of one frame together */
  constructor(onFrame: (frame: Frame) => void, maxBytes: number) {
    this.#onFrame = onFrame;
    this.#mostBytes = maxBytes;
  }

  /** @throws Error for invalid data: nothing that follows can be parsed */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      const part = chunk.subarray(at, at + this.#filling.length - this.#filled);
      this.#filling.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      while (this.#filled === this.#filling.length) if (!this.#next()) break;
    }
  }

  /** Handles a completed part. @returns whether the next part is complete already, as a piece of no bytes is */
  #next(): boolean {
    const filling = this.#filling;
    this.#filled = 0;
    if (this.#state === 'length') {
      const length = Buffer.from(filling.buffer).readUInt32BE();
      if (length === 0 || length > largestHead) throw new Error('The head has no length.');
      this.#state = 'head';
      this.#filling = new Uint8Array(length);
      return false;
    }
    if (this.#state === 'head') {
      const { head, lengths } = decodedHead(Buffer.from(filling.buffer));
      const sum = lengths.reduce((bytes, length) => bytes + length, 0);
      if (sum > this.#mostBytes) throw new Error(`A message brings ${sum} bytes, more than ${this.#mostBytes}.`);
      this.#head = head;
      this.#lengths = lengths;
      this.#pieces = [];
      this.#state = 'pieces';
    } else this.#pieces.push(filling);

    const length = this.#lengths[this.#pieces.length];
    if (length !== undefined) {
      this.#filling = new Uint8Array(length);
      return length === 0;
    }
    this.#state = 'length';
    this.#filling = new Uint8Array(4);
    this.#onFrame({ head: this.#head, pieces: this.#pieces });
    return false;
  }
}

/**
 * Fills `bytes` from a pipe, blocking. For a process that does only one thing at a time.
 * @throws Error if the pipe ends before: the sender is gone
 */
export function readFully(descriptor: number, bytes: Uint8Array): void {
  for (let filled = 0; filled < bytes.length;) {
    const count = readSync(descriptor, bytes, filled, bytes.length - filled, null);
    if (count === 0) throw new Error('Nobody is at the other end of the pipe.');
    filled += count;
  }
}

/** The child's end of the pipe. It blocks, since the child does only one thing at a time. */
export class WaitingFrames {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** @throws Error if the sender is gone */
  read(): Frame {
    const length = Buffer.alloc(4);
    readFully(this.#descriptor, length);
    const json = Buffer.alloc(length.readUInt32BE());
    readFully(this.#descriptor, json);
    const { head, lengths } = decodedHead(json);
    const pieces = lengths.map((bytes) => {
      const piece = new Uint8Array(bytes);
      readFully(this.#descriptor, piece);
      return piece;
    });
    return { head, pieces };
  }

  /** @throws Error if the receiver is gone */
  write(head: object, pieces: readonly Uint8Array[] = []): void {
    for (const bytes of [encodedHead(head, pieces), ...pieces]) {
      for (let offset = 0; offset < bytes.length;) offset += writeSync(this.#descriptor, bytes, offset);
    }
  }
}
