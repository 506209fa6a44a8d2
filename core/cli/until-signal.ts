import { exitProgram } from '../plugins/own-exit.ts';

/**
 * Locks an encrypted library: `kill -USR2 <pid>`, `systemctl kill --kill-whom=main -s USR2 photofinch`. It has no other
 * use; before a handler is installed, it ends the process, which also removes the keys from memory.
 */
export const panicSignal = 'SIGUSR2';

/**
 * Milliseconds in which a repeated signal counts as the first one: npm forwards ^C, and a closed terminal sends two
 * signals.
 */
const echoTime = 1000;

/** Resolves with the first of these signals. A second ^C ends the process at once, as users expect. */
export function untilSignal(names: readonly NodeJS.Signals[]): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined;
    for (const name of names) {
      process.on(name, () => {
        if (first === undefined) {
          first = performance.now();
          resolve(name);
        } else if (name !== 'SIGHUP' && performance.now() - first > echoTime) exitProgram(1);
      });
    }
  });
}

/** Milliseconds. */
const patience = 3000;

/**
 * Ends the process soon, even if a part of it hangs or a plugin is still running something.
 * @param code exit code
 */
export function endSoon(code = 1): void {
  setTimeout(() => exitProgram(code), patience).unref();
}
