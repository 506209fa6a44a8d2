import { once } from 'node:events';
import { addAbortSignal, pipeline, Transform, type Readable } from 'node:stream';
import { SourceError } from '../../plugin-api/errors.ts';
import { startProgram, throwIfNotStarted } from './run-program.ts';
import { videoMemory } from './untrusted-input.ts';

/** Milliseconds without a byte after which a stream ends: a player that was paused requests the rest again. */
const usualPatience = 120_000;

/** The conversion takes too long, although the source has sent what was asked for. */
export class SlowConversion extends Error {
  override readonly name = 'SlowConversion';
}

interface StreamOptions {
  readonly signal: AbortSignal;
  /** The error of the source, if there was one: ffmpeg treats a truncated source as the end of the video. */
  readonly failure: () => unknown;
  /** Whether ffmpeg waits for the source now. */
  readonly isWaiting: () => boolean;
  /** Called for every chunk that the viewer takes. */
  readonly onPiece: () => void;
  /** Called once, when ffmpeg has ended and nothing more is sent. */
  readonly onEnd: () => void;
  /** Milliseconds that the viewer or ffmpeg may be idle. */
  readonly patience?: number;
}

/**
 * Starts ffmpeg, and waits for its first output.
 * @returns its output, which it produces no faster than it is read; destroying it ends ffmpeg. Null if ffmpeg ended without
 * a first frame.
 * @throws SourceError `timeout`, SlowConversion, ProcessBroken if the system does not start ffmpeg now, or the reason of
 *   `signal`
 */
export async function runningStream(
  ffmpeg: string,
  args: readonly string[],
  { signal, failure, isWaiting, onPiece, onEnd, patience = usualPatience }: StreamOptions,
): Promise<Readable | null> {
  const { output, ended } = startProgram(ffmpeg, args, { memory: videoMemory, signal });
  void ended.then(onEnd);
  addAbortSignal(signal, output);
  let stoodStill: Error | undefined;
  const stillness = setTimeout(() => {
    const reason = `The stream stood still for ${patience / 1000} seconds.`;
    stoodStill = isWaiting() ? new SourceError('timeout', reason) : new SlowConversion(reason);
    output.destroy(stoodStill);
  }, patience);
  output.once('close', () => {
    clearTimeout(stillness);
  });
  // With `delay_moov`, the first bytes come with the first fragment.
  await Promise.race([once(output, 'readable'), once(output, 'close')]).catch(() => undefined);
  signal.throwIfAborted();
  if (output.readableLength === 0) {
    output.destroy();
    if (stoodStill && output.errored === stoodStill) throw stoodStill;
    throwIfNotStarted(await ended);
    return null;
  }
  const counter = new Transform({
    transform(piece, _encoding, done) {
      stillness.refresh();
      onPiece();
      done(null, piece);
    },
    flush(done) {
      void ended.then(({ code, complaint }) => {
        done(code === 0 && failure() === undefined ? null : new Error(`The conversion broke off: ${complaint}`));
      });
    },
  });
  // The error is passed to the reader of `counter`.
  return pipeline(output, counter, () => undefined);
}
