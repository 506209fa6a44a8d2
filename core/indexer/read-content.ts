import { refuseTooManyBytes } from '../media/photo-error.ts';
import { SourceError } from '../plugin-api/errors.ts';
import type { SourceContent } from '../plugin-api/photo-source.ts';
import { onAbort } from '../plugin-api/toolkit/index.ts';
import type { OwnBytes } from '../media/photo-reader.ts';
import { asSourceError } from './transient-error.ts';

/** Seconds without a byte after which a read times out. */
const IDLE_TIMEOUT = 30;

/** Ends the read of a content that is no longer needed. */
export function discard({ body }: SourceContent): void {
  body.on('error', () => undefined).destroy();
}

interface ReadOptions {
  /** A larger photo is rejected without being read. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Seconds. */
  readonly idleTimeout?: number;
  /** Called with the size of each chunk that arrives. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Reads a photo into one buffer, and checks the length that the source announced.
 * @throws PhotoError if the photo is too large
 * @throws SourceError `integrity` if fewer or more bytes arrive than announced, `timeout` if no more arrive
 */
export async function readContent(content: SourceContent, options: ReadOptions): Promise<OwnBytes> {
  const { body, length } = content;
  // An error after the last byte does not matter, but without a listener it would terminate the process.
  body.on('error', () => undefined);
  try {
    options.signal.throwIfAborted();
    refuseTooManyBytes(Math.max(length, content.totalLength), options.maxBytes);
    return await readExactly(content, options);
  } finally {
    body.destroy();
  }
}

/** Reads the first `limit` bytes, or everything if there are fewer. */
export async function readHead(content: SourceContent, limit: number, options: ReadOptions): Promise<OwnBytes> {
  const { body } = content;
  body.on('error', () => undefined);
  try {
    options.signal.throwIfAborted();
    const bytes = new Uint8Array(Math.min(limit, content.length));
    let filled = 0;
    for await (const chunk of chunksOf(content, options)) {
      const part = chunk.subarray(0, bytes.length - filled);
      bytes.set(part, filled);
      filled += part.length;
      if (filled === bytes.length) break;
    }
    return bytes;
  } finally {
    body.destroy();
  }
}

async function readExactly(content: SourceContent, options: ReadOptions): Promise<OwnBytes> {
  const { length } = content;
  const bytes = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of chunksOf(content, options)) {
    if (filled + chunk.length > length) {
      throw new SourceError('integrity', `more came than the ${length} bytes that were announced.`);
    }
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < length) {
    throw new SourceError('integrity', `${filled} bytes came of the ${length} that were announced.`);
  }
  return bytes;
}

/** The chunks of the body. Each must arrive within the timeout. */
async function* chunksOf(
  { body }: SourceContent,
  { signal, idleTimeout = IDLE_TIMEOUT, onBytes }: ReadOptions,
): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => {
    body.destroy(new SourceError('timeout', `No byte of a photo came for ${idleTimeout} seconds.`));
  }, idleTimeout * 1000);
  const stopListening = onAbort(signal, () => {
    body.destroy(signal.reason as Error);
  });
  try {
    for await (const chunk of body) {
      timer.refresh();
      onBytes?.((chunk as Uint8Array).byteLength);
      yield chunk as Uint8Array;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw asSourceError(error);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}
