import { pipeline, Transform, type Readable } from 'node:stream';
import type { ErrorKind } from '../domain/errors.ts';
import type { InteractiveRead, InteractiveReads } from '../media/interactive-reads.ts';
import type { PhotoSource, SourceContent } from '../plugin-api/photo-source.ts';
import { fromSourceFailure } from './source-failures.ts';
import { tellSourceFault, WrongLength, type OnSourceFault } from './source-faults.ts';

/** Errors that suggest that the source as a whole is unavailable. */
const unavailable: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['source_unavailable', 'source_timeout']);

interface Dependencies {
  readonly source: () => Pick<PhotoSource, 'open' | 'openMotion'>;
  readonly interactive: InteractiveReads;
  /** Called when a photo cannot be read because its source seems unreachable. */
  readonly onAway?: () => void;
  readonly onFault?: OnSourceFault;
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
    try {
      const content = await open(source(), { priority: 'interactive', signal });
      const onBodyFault = (error: Error): void => {
        tellSourceFault(onFault, error, { uid, where: 'reading', signal });
      };
      return { ...content, body: exactLength(content, read, onBodyFault) };
    } catch (error) {
      read.end();
      tellSourceFault(onFault, error, { uid, where: 'opening', signal });
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
function exactLength(
  { body, length }: SourceContent,
  read: InteractiveRead,
  onFault: (error: Error) => void,
): Readable {
  let remaining = length;
  const wrongLength = (): Error => new WrongLength({ announced: length, came: length - remaining });
  const counter = new Transform({
    writableObjectMode: true,
    transform(chunk: Uint8Array, _encoding, done) {
      remaining -= chunk.byteLength;
      read.touch();
      done(remaining < 0 ? wrongLength() : null, chunk);
    },
    flush(done) {
      done(remaining > 0 ? wrongLength() : null);
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
