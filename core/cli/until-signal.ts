/**
 * Locks an encrypted library: `kill -USR2 <pid>`, `systemctl kill --kill-whom=main -s USR2 photofinch`. Nothing else uses it;
 * where nobody listens for it yet, it ends the process, and no key is left then either.
 */
export const panicSignal = 'SIGUSR2';

/** Milliseconds in which a second signal is the first one once more: npm passes ^C on, and a terminal that closes says so twice. */
const echo = 1000;

/**
 * Resolves with the first of these signals. ^C again ends the process at once, as the person who presses it expects.
 */
export function untilSignal(names: readonly NodeJS.Signals[]): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined;
    for (const name of names) {
      process.on(name, () => {
        if (first === undefined) {
          first = performance.now();
          resolve(name);
        } else if (name !== 'SIGHUP' && performance.now() - first > echo) process.exit(1);
      });
    }
  });
}

/** Milliseconds. */
const patience = 3000;

/**
 * Ends the process in a moment, should it not have ended by then: a part of it may hang, or a plugin have left something
 * running.
 * @param code for whoever called the program
 */
export function endSoon(code = 1): void {
  setTimeout(() => process.exit(code), patience).unref();
}
