import { pipeline, Transform, type Readable } from 'node:stream';

/**
 * Converts a stream for sending. Object streams, such as those of `Readable.from`, may contain bytes and text.
 * @param length the announced length: a stream of another length is aborted, since the client could not tell where the next
 * answer begins
 * @throws Error for a stream that has ended
 */
export function byteStream(body: Readable, length?: number): Readable {
  if (body.destroyed) throw new Error('A stream was over before it was sent.');
  if (length === undefined && !body.readableObjectMode) return body;
  return pipeline(body, lengthCheck(length), () => undefined);
}

function lengthCheck(length: number | undefined): Transform {
  let bytesSent = 0;
  const wrongLength = (): Error => new Error(`A stream is not of the ${length} bytes that its content-length says.`);
  return new Transform({
    writableObjectMode: true,
    transform(chunk: unknown, _encoding, done) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
        done(new Error('A stream holds something that is neither bytes nor text.'));
        return;
      }
      const bytes = Buffer.from(chunk as string);
      bytesSent += bytes.length;
      if (length !== undefined && bytesSent > length) done(wrongLength());
      else done(null, bytes);
    },
    flush(done) {
      done(length === undefined || bytesSent === length ? null : wrongLength());
    },
  });
}
