export interface MovedClock {
  /** Moves the time of `Date.now` forward. */
  forward(seconds: number): void;
  /** Restores the real time. */
  restore(): void;
}

/** Replaces `Date.now`, which servers in this process and their parts use for the time. Timers are not affected. */
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
