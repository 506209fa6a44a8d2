import { pipeline, Transform, type Readable } from 'node:stream';
import { DomainError, type ErrorKind } from '../domain/errors.ts';
import type { InteractiveRead, InteractiveReads } from '../media/interactive-reads.ts';
import type { PhotoSource, SourceContent } from '../plugin-api/photo-source.ts';
import { fromSourceFailure } from './source-failures.ts';

/** Errors that suggest that the source as a whole is unavailable. */
const unavailable: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['source_unavailable', 'source_timeout']);

interface Dependencies {
  readonly source: () => Pick<PhotoSource, 'open' | 'openMotion'>;
  readonly interactive: InteractiveReads;
  /** Called when a photo cannot be read because its source seems unreachable. */
  readonly onAway?: () => void;
}

/** Reads from the photo source that a user waits for. */
export class SourceReads {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @param open starts the read
   * @param size the size of the content in bytes, for ranges outside of it
   * @throws DomainError translated from the error of the source
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
      if (!signal.aborted && unavailable.has(failure.kind)) onAway?.();
      throw failure;
    }
  }
}

/**
 * Passes a source's bytes through, and fails if their number differs from the announced length. The client would take an
 * extra byte for the beginning of the next response, and would wait forever for a missing one.
 *
 * Destroying the response ends the read. The source may provide a stream of objects, as `Readable.from` does, if the objects
 * are buffers.
 */
function exactLength(body: Readable, length: number, read: InteractiveRead): Readable {
  let remaining = length;
  const counter = new Transform({
    writableObjectMode: true,
    transform(chunk: Uint8Array, _encoding, done) {
      remaining -= chunk.byteLength;
      read.touch();
      done(remaining < 0 ? notThePhoto() : null, chunk);
    },
    flush(done) {
      done(remaining > 0 ? notThePhoto() : null);
    },
  });
  // The consumer of `counter` receives the error.
  return pipeline(body, counter, () => {
    read.end();
  });
}

const notThePhoto = (): DomainError =>
  new DomainError('source_answered_wrongly', 'The photo store sent another number of bytes than it announced.');
