import { spawn, type ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import { confinedProgram, onAbort, ProcessBroken } from '../../plugin-api/toolkit/index.ts';

export interface ProgramOptions {
  /** Maximum bytes of memory. */
  readonly memory: number;
  /** Timeout; none if undefined. */
  readonly seconds?: number;
  /** Kills the program when aborted. */
  readonly signal: AbortSignal;
}

/** How a program ended. */
export interface ProgramEnd {
  /** The exit code; null if it was killed: by us, or by the kernel for a forbidden system call. */
  readonly code: number | null;
  /** Whether it has begun: the system starts none while it lacks memory, processes or open files. */
  readonly started: boolean;
  readonly timedOut: boolean;
  /** The end of its error output. */
  readonly complaint: string;
}

export interface RunningProgram {
  /** Its output; destroying it kills the program. */
  readonly output: Readable;
  /** Resolves in any case. */
  readonly ended: Promise<ProgramEnd>;
}

/** Characters of the error output. */
const longestComplaint = 2000;

/**
 * Starts a program that reads untrusted bytes, with an empty environment, limited memory, no right to write files, and low
 * priority. It also ends with this process, since its output is closed then. Never throws.
 */
export function startProgram(program: string, args: readonly string[], options: ProgramOptions): RunningProgram {
  const { command, args: confined } = confinedProgram(program, args, options);
  let child: ChildProcess;
  try {
    child = spawn(command, confined, { stdio: ['ignore', 'pipe', 'pipe'], env: {}, windowsHide: true });
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    return {
      output: Readable.from([]),
      ended: Promise.resolve({ code: null, started: false, timedOut: false, complaint }),
    };
  }
  // If too many files are open, there are no pipes.
  const output = (child.stdout as Readable | null | undefined) ?? Readable.from([]);
  const complaints = child.stderr as Readable | null | undefined;
  let complaint = '';
  let timedOut = false;
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  const patience = options.seconds;
  const timer =
    patience === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          kill();
        }, patience * 1000);
  const stopListening = onAbort(options.signal, kill);
  complaints?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-longestComplaint);
  });
  output.once('close', () => {
    // A program that has written everything ends by itself, with its own exit code.
    if (!output.readableEnded) kill();
  });
  const ended = new Promise<ProgramEnd>((resolve) => {
    const end = (code: number | null): void => {
      clearTimeout(timer);
      stopListening();
      resolve({ code, started: child.pid !== undefined, timedOut, complaint: complaint.trim() });
    };
    child.once('close', end);
    child.once('error', ({ message }) => {
      complaint += message;
      output.destroy();
      end(null);
    });
  });
  return { output, ended };
}

/** Whether a program did not run at all: the shell did not find it, or may not start it. */
export const isMissing = ({ code, complaint }: Pick<ProgramEnd, 'code' | 'complaint'>): boolean =>
  code === 126 || code === 127 || (code === null && /ENOENT|EACCES/.test(complaint));

/** @throws ProcessBroken for an installed program that the system did not start */
export function throwIfNotStarted(end: ProgramEnd): void {
  if (end.started || isMissing(end)) return;
  throw new ProcessBroken(`A program that reads videos was not started: ${end.complaint}.`);
}

/**
 * Runs a program until it ends.
 * @param options.mostBytes maximum bytes of its output; a program that writes more is killed
 * @returns its complete output
 * @throws ProcessBroken if the system does not start it now, or the reason of `signal`
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { mostBytes, ...options }: ProgramOptions & { readonly mostBytes: number },
): Promise<ProgramEnd & { readonly output: Buffer }> {
  const { output, ended } = startProgram(program, args, options);
  const pieces: Buffer[] = [];
  let bytes = 0;
  output.on('error', () => undefined);
  output.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > mostBytes) output.destroy();
    else pieces.push(piece);
  });
  const end = await ended;
  options.signal.throwIfAborted();
  throwIfNotStarted(end);
  return { ...end, output: Buffer.concat(pieces) };
}
