import { pipeline, Transform, type Readable } from 'node:stream';
import { DomainError, type ErrorKind } from '../domain/errors.ts';
import type { InteractiveRead, InteractiveReads } from '../media/interactive-reads.ts';
import type { PhotoSource, SourceContent } from '../plugin-api/photo-source.ts';
import { fromSourceFailure } from './source-failures.ts';

/** Failures of the source as a whole, as far as one read can tell. */
const away: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['source_unavailable', 'source_timeout']);

interface Dependencies {
  readonly source: () => Pick<PhotoSource, 'open' | 'openMotion'>;
  readonly interactive: InteractiveReads;
  /** Called when a photo cannot be read because its source seems unreachable. */
  readonly onAway?: () => void;
}

/** Reads from the photo source for which a person waits. */
export class SourceReads {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @param open begins the read
   * @param size of the content in bytes, for ranges that lie outside of it
   * @throws DomainError for the error of the source
   */
  async begin(
    open: (
      source: Pick<PhotoSource, 'open' | 'openMotion'>,
      options: { priority: 'interactive'; signal: AbortSignal },
    ) => Promise<SourceContent>,
    { size, signal }: { readonly size?: number | undefined; readonly signal: AbortSignal },
  ): Promise<SourceContent> {
    const { source, interactive, onAway } = this.#with;
    const read = interactive.begin();
    try {
      const content = await open(source(), { priority: 'interactive', signal });
      return { ...content, body: exactLength(content.body, content.length, read) };
    } catch (error) {
      read.end();
      const failure = fromSourceFailure(error, size);
      if (!signal.aborted && away.has(failure.kind)) onAway?.();
      throw failure;
    }
  }
}

/**
 * Lets through a source's bytes as long as they are as many as were announced. One byte more would be taken by the
 * client for the beginning of the next answer; one less would leave it waiting.
 *
 * Destroying the answer ends the read. The source may hand out a stream of objects, as `Readable.from` does, as long as
 * the objects are buffers.
 */
function exactLength(body: Readable, length: number, read: InteractiveRead): Readable {
  let left = length;
  const counted = new Transform({
    writableObjectMode: true,
    transform(chunk: Uint8Array, _encoding, done) {
      left -= chunk.byteLength;
      read.touch();
      done(left < 0 ? notThePhoto() : null, chunk);
    },
    flush(done) {
      done(left > 0 ? notThePhoto() : null);
    },
  });
  // The consumer of `counted` receives the error.
  return pipeline(body, counted, () => {
    read.end();
  });
}

const notThePhoto = (): DomainError =>
  new DomainError('source_answered_wrongly', 'The photo store sent another number of bytes than it announced.');
