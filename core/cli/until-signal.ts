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
