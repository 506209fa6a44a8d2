import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { confinedProgram, onAbort } from '../../plugin-api/toolkit/index.ts';

export interface ProgramOptions {
  /** Bytes that it may take. */
  readonly memory: number;
  /** Timeout; none if undefined. */
  readonly seconds?: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** How a program ended. */
export interface ProgramEnd {
  /** Null if it was killed: by us, or by the kernel for a forbidden act. */
  readonly code: number | null;
  readonly timedOut: boolean;
  /** The end of its error output. */
  readonly complaint: string;
}

export interface RunningProgram {
  /** Its output; destroying it ends the program. */
  readonly output: Readable;
  /** Never rejects. */
  readonly ended: Promise<ProgramEnd>;
}

/** Characters. */
const longestComplaint = 2000;

/**
 * Starts a program that reads untrusted bytes: it has an empty environment and a limit of memory, writes no file, and
 * has a low priority. It also ends with this process, since its output is closed then.
 */
export function startProgram(program: string, args: readonly string[], options: ProgramOptions): RunningProgram {
  const { command, args: confined } = confinedProgram(program, args, options);
  const child = spawn(command, confined, { stdio: ['ignore', 'pipe', 'pipe'], env: {}, windowsHide: true });
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
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-longestComplaint);
  });
  child.stdout.once('close', () => {
    // One that has written all ends by itself, and says how.
    if (!child.stdout.readableEnded) kill();
  });
  const ended = new Promise<ProgramEnd>((resolve) => {
    const end = (code: number | null): void => {
      clearTimeout(timer);
      stopListening();
      resolve({ code, timedOut, complaint: complaint.trim() });
    };
    child.once('close', end);
    child.once('error', ({ message }) => {
      complaint += message;
      child.stdout.destroy();
      end(null);
    });
  });
  return { output: child.stdout, ended };
}

/**
 * Runs a program to its end.
 * @param options.mostBytes of its output; a program that writes more is ended
 * @returns all its output
 * @throws the reason of `signal`
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
  return { ...end, output: Buffer.concat(pieces) };
}
