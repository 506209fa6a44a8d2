export interface MovedClock {
  /** The time that `Date.now` tells jumps ahead. */
  forward(seconds: number): void;
  /** The real time again. */
  restore(): void;
}

/** Takes hold of `Date.now`, from which servers in this process and what they use have the time. Timers go on as ever. */
export function movedClock(): MovedClock {
  const real = Date.now;
  let ahead = 0;
  Date.now = () => real() + ahead;
  return {
    forward: (seconds) => {
      ahead += seconds * 1000;
    },
    restore: () => {
      Date.now = real;
    },
  };
}
