import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartupError } from '../domain/errors.ts';

/**
 * Asks for a password twice without showing it; away from a terminal, takes the first line of standard input.
 * @throws StartupError when the two differ, nothing comes, or the person gives up
 */
export async function readPassword(question: string, what = 'password'): Promise<string> {
  if (!process.stdin.isTTY) return readLine();
  const first = await askHidden(question);
  const second = await askHidden(`Repeat the ${what}: `);
  if (first !== second) throw new StartupError(`The two ${what}s don’t match. Nothing was changed.`);
  return first;
}

/**
 * Asks once for an existing secret, without showing it; away from a terminal, takes the first line of
 * standard input.
 * @throws StartupError when nothing comes, or the person gives up
 */
export function askSecret(question: string, shownOn: NodeJS.WriteStream = process.stdout): Promise<string> {
  return process.stdin.isTTY ? askHidden(question, shownOn) : readLine();
}

async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    for await (const line of lines) return line;
  } finally {
    // A script may keep the other end of the pipe open, which must not keep this process running.
    process.stdin.destroy();
  }
  throw new StartupError('No password on standard input.');
}

async function askHidden(question: string, shownOn: NodeJS.WriteStream = process.stdout): Promise<string> {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // Only after the terminal has stopped echoing: the answer may follow the question at once.
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
