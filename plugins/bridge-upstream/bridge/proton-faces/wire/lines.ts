import type { Readable } from 'node:stream';
import { onAbort } from 'photofinch/plugin-api/toolkit';
import { UpstreamFailure } from './failure.ts';

export interface LineLimits {
  /** Maximum bytes of a line. */
  readonly longest: number;
  /** Maximum milliseconds between two lines, including progress lines. */
  readonly idle: number;
}

export const defaultLineLimits: LineLimits = { longest: 64 * 1024, idle: 60_000 };

export interface LineReading {
  /** The number of items according to the last line of the list; undefined before that line. */
  done?: number;
}

/**
 * The lines of an NDJSON body, as they arrive. Lines that begin with `#` report progress and are left out; the number of `#
 * done: N` is stored in `reading`. The body is read to its end, or destroyed.
 * @throws UpstreamFailure `timeout` if no line arrives for too long, `bad_answer` if a line is too long or the body is
 * truncated; the signal's reason
 */
export async function* readLines(
  body: Readable,
  reading: LineReading,
  { longest, idle }: LineLimits,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void, void> {
  const tooSlow = (): void => {
    body.destroy(new UpstreamFailure('timeout', `The list came to a stop: no line for ${idle / 1000} seconds.`));
  };
  const timer = setTimeout(tooSlow, idle);
  const stopListening = onAbort(signal, () => {
    body.destroy(signal.reason as Error);
  });
  const decoder = new TextDecoder();
  let partial = '';
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      const lines = (partial + decoder.decode(piece, { stream: true })).split('\n');
      partial = lines.pop() ?? '';
      if (lines.length > 0) timer.refresh();
      if (partial.length > longest || lines.some((line) => line.length > longest)) throw tooLong();
      const content = withoutProgress(lines, reading);
      if (content.length > 0) {
        yield content;
        // The time that the consumer takes does not count.
        timer.refresh();
      }
    }
    const last = withoutProgress([partial + decoder.decode()], reading);
    if (last.length > 0) yield last;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof UpstreamFailure) throw error;
    throw new UpstreamFailure('bad_answer', 'The list was cut off in the middle.', { cause: error });
  } finally {
    clearTimeout(timer);
    stopListening();
    body.on('error', () => undefined);
    body.destroy();
  }
}

const tooLong = (): UpstreamFailure =>
  new UpstreamFailure('bad_answer', 'A line of the list is longer than any photo needs: it is not understood.');

function withoutProgress(lines: readonly string[], reading: LineReading): string[] {
  const content: string[] = [];
  for (const line of lines) {
    if (line.startsWith('#')) {
      const done = /^# done: (\d{1,12})\s*$/.exec(line)?.[1];
      if (done !== undefined) reading.done = Number(done);
    } else if (line.trim() !== '') {
      content.push(line);
    }
  }
  return content;
}
