import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { skip } from './skip.ts';

/** Skips the test where nothing makes a terminal. */
export function needsTerminal(context: Mocha.Context): void {
  if (!existsSync('/usr/bin/script')) skip(context, 'there is no script, which makes a terminal');
}

/**
 * Starts `node` with these words on a terminal of its own: what is written to it is typed there, and what it prints is shown.
 * The shell between gives way to the process: some shells would end by ^C themselves, whatever the process makes of it.
 */
export function onTerminal(words: readonly string[], env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  const command = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
  return spawn('script', ['-qec', `exec ${command}`, '/dev/null'], { env, stdio: 'pipe' });
}
