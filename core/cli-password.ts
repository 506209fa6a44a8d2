import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartupError } from './domain/errors.ts';

/**
 * Asks for a password twice without showing it; away from a terminal, takes the first line of standard input.
 * @throws StartupError when the two differ or nothing comes
 */
export async function readPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const lines = createInterface({ input: process.stdin, terminal: false });
    for await (const line of lines) return line;
    throw new StartupError('No password came on standard input.');
  }
  const first = await askHidden(question);
  const second = await askHidden('The same again: ');
  if (first !== second) throw new StartupError('The two passwords differ; nothing was changed.');
  return first;
}

async function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}
