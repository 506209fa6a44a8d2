import type { Socket } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartupError } from '../domain/errors.ts';

/**
 * Asks for a password twice without showing it; without a terminal, reads the next line of standard input.
 * @throws StartupError if the two differ, the input is empty, or the user cancels
 */
export async function readPassword(question: string, noun = 'password'): Promise<string> {
  if (!process.stdin.isTTY) return readLine();
  const first = await askHidden(question);
  const second = await askHidden(`Repeat the ${noun}: `);
  if (first !== second) throw new StartupError(`The two ${noun}s don’t match. Nothing was changed.`);
  return first;
}

/**
 * Asks for an existing secret once, without showing it; without a terminal, reads the next line of standard input.
 * @throws StartupError if the input is empty, or the user cancels
 */
export function askSecret(question: string, shownOn: NodeJS.WriteStream = process.stdout): Promise<string> {
  return process.stdin.isTTY ? askHidden(question, shownOn) : readLine();
}

/** One reader for the process, since it may read further than the line that it returns. */
let inputLines: AsyncIterator<string, undefined> | undefined;

async function readLine(): Promise<string> {
  inputLines ??= createInterface({ input: process.stdin, terminal: false })[Symbol.asyncIterator]();
  // A file has neither.
  const pipe: Partial<Pick<Socket, 'ref' | 'unref'>> = process.stdin;
  pipe.ref?.();
  try {
    const { value } = await inputLines.next();
    if (value !== undefined) return value;
  } finally {
    // A script may keep the other end of the pipe open, which would keep this process running.
    pipe.unref?.();
  }
  throw new StartupError(
    'No password on standard input, or too few: write each that the command asks for there, on a line of its own.',
  );
}

async function askHidden(question: string, shownOn: NodeJS.WriteStream = process.stdout): Promise<string> {
  const silentOutput = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: silentOutput, terminal: true });
  // Printed after the terminal has stopped echoing, since the answer may follow immediately.
  shownOn.write(question);
  try {
    return await lines.question('');
  } catch (error) {
    // ^C or ^D.
    if ((error as { code?: string }).code !== 'ABORT_ERR') throw error;
    throw new StartupError('Stopped. Nothing was changed.', { cause: error });
  } finally {
    lines.close();
    shownOn.write('\n');
  }
}
