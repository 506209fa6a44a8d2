/**
 * Resolves with the first of these signals. A second one ends the process at once, as a person who presses ^C again
 * expects.
 */
export function untilSignal(names: readonly NodeJS.Signals[]): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isFirst = true;
    for (const name of names) {
      process.on(name, () => {
        if (!isFirst) process.exit(1);
        isFirst = false;
        resolve(name);
      });
    }
  });
}
