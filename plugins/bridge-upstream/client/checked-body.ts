import { createHash, type Hash } from 'node:crypto';
import { addAbortSignal, pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';
import { SourceError } from 'photofinch/plugin-api';
import { transportFailure, type BridgeFailure } from './failure.ts';

interface AnnouncedBody {
  /** The expected number of bytes. */
  readonly length: number;
  /** The expected SHA-1, 40 lower-case hexadecimal digits; null if the bytes are not checked. */
  readonly sha1: string | null;
}

/**
 * Counts the bytes, and hashes them if a SHA-1 is expected. The last chunk passes only after the check, so a reader that
 * reaches the regular end has the correct photo.
 */
class CheckedBody extends Transform {
  readonly #length: number;
  readonly #sha1: string | null;
  readonly #hash: Hash | undefined;
  #came = 0;

  constructor({ length, sha1 }: AnnouncedBody) {
    super();
    this.#length = length;
    this.#sha1 = sha1;
    this.#hash = sha1 === null ? undefined : createHash('sha1');
  }

  /** The number of bytes so far. */
  get came(): number {
    return this.#came;
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#came += piece.length;
    this.#hash?.update(piece);
    if (this.#came < this.#length) done(null, piece);
    else if (this.#came > this.#length) done(damaged(`more than the announced ${this.#length} bytes came.`));
    else done(this.#mismatch(), piece);
  }

  override _flush(done: TransformCallback): void {
    if (this.#came < this.#length) done(cutOff(this.#came, this.#length));
    else done(this.#length === 0 ? this.#mismatch() : null);
  }

  #mismatch(): SourceError | null {
    return this.#hash === undefined || this.#hash.digest('hex') === this.#sha1
      ? null
      : damaged('its SHA-1 is not the one that the bridge announced.');
  }
}

const damaged = (defect: string): SourceError => new SourceError('integrity', defect);

const cutOff = (received: number, length: number, cause?: unknown): SourceError =>
  new SourceError('integrity', `${received} bytes came of the ${length} that were announced.`, { cause });

/**
 * The body of a photo, checked against the announced length and hash. It buffers no more than two default buffers. A slow
 * reader slows down the bridge, and destroying the body ends the transfer.
 * @param options.onSilence called if the bridge sends nothing for too long
 */
export function checkedBody(
  body: Readable,
  announced: AnnouncedBody,
  { signal, onSilence }: { signal: AbortSignal; onSilence: (failure: BridgeFailure) => void },
): Readable {
  const checked = new CheckedBody(announced);
  // Registered before the pipeline, which would pass on undici's own error.
  body.on('error', (error) => {
    if (checked.destroyed) return;
    const failure = transportFailure(error);
    if (failure.code === 'timeout') onSilence(failure);
    // A bridge that detects damage during the transfer can only close the connection.
    const isCut = failure.code === 'unreachable' && failure.again === 'connection';
    checked.destroy(isCut ? cutOff(checked.came, announced.length, error) : failure);
  });
  pipeline(body, checked, () => undefined);
  return addAbortSignal(signal, checked);
}
