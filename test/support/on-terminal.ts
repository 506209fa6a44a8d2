import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { skip } from './skip.ts';

/** Skips the test if no terminal can be created. */
export function needsTerminal(context: Mocha.Context): void {
  if (!existsSync('/usr/bin/script')) skip(context, 'there is no script, which makes a terminal');
}

/**
 * Runs `node` with these arguments on a new terminal: its input is typed there, and its output is what the terminal
 * shows. The shell is replaced by the process, because some shells end on ^C themselves, even if the process handles
 * it.
 */
export function onTerminal(words: readonly string[], env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  const command = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
  return spawn('script', ['-qec', `exec ${command}`, '/dev/null'], { env, stdio: 'pipe' });
}
