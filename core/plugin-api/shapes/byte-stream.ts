import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';

/** How a stream is sent. */
interface Sending {
  /**
   * The announced length: a stream of another length is aborted, since the client could not tell where the next answer
   * begins.
   */
  readonly length?: number | undefined;
  /** Called with the error of a stream that cannot be sent to its end; not if the client disconnects. */
  readonly onFault: (error: Error) => void;
}

/**
 * Converts a stream for sending. Object streams, such as those of `Readable.from`, may contain bytes and text.
 * @throws Error for a stream that has ended
 */
export function byteStream(body: Readable, { length, onFault }: Sending): Readable {
  if (body.destroyed) throw new Error('A stream was over before it was sent.');
  // The consumer of the result receives the error.
  return pipeline(body, new SentBytes(length, onFault), () => undefined);
}

/** The bytes of a stream on their way to the client. */
class SentBytes extends Transform {
  readonly #length: number | undefined;
  readonly #onFault: (error: Error) => void;
  #bytesSent = 0;

  constructor(length: number | undefined, onFault: (error: Error) => void) {
    super({ writableObjectMode: true });
    this.#length = length;
    this.#onFault = onFault;
  }

  override _transform(chunk: unknown, _encoding: BufferEncoding, done: TransformCallback): void {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      done(new Error('A stream holds something that is neither bytes nor text.'));
      return;
    }
    this.#bytesSent += Buffer.byteLength(chunk);
    if (this.#length !== undefined && this.#bytesSent > this.#length) done(this.#wrongLength());
    else done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#length === undefined || this.#bytesSent === this.#length ? null : this.#wrongLength());
  }

  /** Without an error, it has ended, or the client wants no more. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (error) this.#onFault(error);
    done(error);
  }

  #wrongLength(): Error {
    return new Error(`A stream is not of the ${this.#length} bytes that its content-length says.`);
  }
}
