import { pipeline, Transform, type Readable } from 'node:stream';
import { DomainError } from '../domain/errors.ts';

/**
 * Lets through a source's bytes as long as they are as many as were announced. One byte more would be taken by the
 * client for the beginning of the next answer; one less would leave it waiting.
 *
 * Destroying the answer ends the read. The source may hand out a stream of objects, as `Readable.from` does, as long as
 * the objects are buffers.
 */
export function exactLength(body: Readable, length: number): Readable {
  let left = length;
  const counted = new Transform({
    writableObjectMode: true,
    transform(chunk: Uint8Array, _encoding, done) {
      left -= chunk.byteLength;
      done(left < 0 ? notThePhoto() : null, chunk);
    },
    flush(done) {
      done(left > 0 ? notThePhoto() : null);
    },
  });
  // The failure reaches whoever reads `counted`.
  return pipeline(body, counted, () => undefined);
}

const notThePhoto = (): DomainError =>
  new DomainError('source_answered_wrongly', 'The photo store sent another number of bytes than it announced.');
