import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { confinedProgram, onAbort } from '../../plugin-api/toolkit/index.ts';

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
 * priority. It also ends with this process, since its output is closed then.
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
    // A program that has written everything ends by itself, with its own exit code.
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
 * Runs a program until it ends.
 * @param options.mostBytes maximum bytes of its output; a program that writes more is killed
 * @returns its complete output
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
