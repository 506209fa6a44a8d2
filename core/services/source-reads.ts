import { pipeline, Transform, type Readable } from 'node:stream';
import { DomainError, type ErrorKind } from '../domain/errors.ts';
import type { InteractiveRead, InteractiveReads } from '../media/interactive-reads.ts';
import { LoanSpent } from '../media/video/source-tap.ts';
import { isSourceError } from '../plugin-api/errors.ts';
import type { PhotoSource, SourceContent } from '../plugin-api/photo-source.ts';
import { fromSourceFailure } from './source-failures.ts';

/** Errors that suggest that the source as a whole is unavailable. */
const unavailable: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['source_unavailable', 'source_timeout']);

interface Dependencies {
  readonly source: () => Pick<PhotoSource, 'open' | 'openMotion'>;
  readonly interactive: InteractiveReads;
  /** Called when a photo cannot be read because its source seems unreachable. */
  readonly onAway?: () => void;
  /** Called with what a photo source must not do with a photo, and what happened, for the log. */
  readonly onFault?: (uid: string, error: unknown, message: string) => void;
}

/** Reads from the photo source that a user waits for. */
export class SourceReads {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @param uid of the photo
   * @param open starts the read
   * @param size the size of the content in bytes, for ranges outside of it
   * @throws DomainError translated from the error of the source
   */
  async begin(
    uid: string,
    open: (
      source: Pick<PhotoSource, 'open' | 'openMotion'>,
      options: { priority: 'interactive'; signal: AbortSignal },
    ) => Promise<SourceContent>,
    { size, signal }: { readonly size?: number | undefined; readonly signal: AbortSignal },
  ): Promise<SourceContent> {
    const { source, interactive, onAway, onFault } = this.#with;
    const read = interactive.begin();
    const fault = (error: unknown, message: string): void => {
      if (!signal.aborted && isFault(error)) onFault?.(uid, error, message);
    };
    try {
      const content = await open(source(), { priority: 'interactive', signal });
      const onBodyFault = (error: Error): void => {
        fault(error, 'a photo source failed while a photo was read: the photo breaks off');
      };
      return { ...content, body: exactLength(content, read, onBodyFault) };
    } catch (error) {
      read.end();
      fault(error, 'a photo source did not open a photo, and threw no SourceError');
      const failure = fromSourceFailure(error, size);
      if (!signal.aborted && unavailable.has(failure.kind)) onAway?.();
      throw failure;
    }
  }
}

/** Errors of the contract are no fault of the plugin, nor is a reader that has enough. */
const isFault = (error: unknown): boolean =>
  !isSourceError(error) && !(error instanceof DomainError) && !(error instanceof LoanSpent);

/**
 * Passes a source's bytes through, and fails if their number differs from the announced length. The client would take an
 * extra byte for the beginning of the next response, and would wait forever for a missing one.
 *
 * Destroying the response ends the read. The source may provide a stream of objects, as `Readable.from` does, if the objects
 * are buffers.
 */
function exactLength(
  { body, length }: SourceContent,
  read: InteractiveRead,
  onFault: (error: Error) => void,
): Readable {
  let remaining = length;
  const counter = new Transform({
    writableObjectMode: true,
    transform(chunk: Uint8Array, _encoding, done) {
      remaining -= chunk.byteLength;
      read.touch();
      done(remaining < 0 ? new WrongLength(`more than the ${length} bytes`) : null, chunk);
    },
    flush(done) {
      done(remaining > 0 ? new WrongLength(`${length - remaining} bytes of the ${length}`) : null);
    },
    // Without an error, the photo has ended, or the client wants no more.
    destroy(error, done) {
      if (error) onFault(error);
      done(error);
    },
  });
  // The consumer of `counter` receives the error.
  return pipeline(body, counter, () => {
    read.end();
  });
}

/** The message is for admins; people are told the same as of other wrong answers. */
class WrongLength extends Error {
  constructor(came: string) {
    super(`The photo source sent ${came} that it announced`);
  }
}
