/** The statistics of a worker since the server started. */
export interface WorkerTally {
  /** The number of jobs that it has answered. */
  answered: number;
  /** Its last error, with the time in epoch seconds. */
  lastError: { readonly message: string; readonly at: number } | null;
  /** The number of invalid answers, which no honest worker sends. */
  lies: number;
  /** The times of the last answers, in milliseconds of `performance.now`. */
  readonly moments: number[];
}

/** The period of the rate, in milliseconds. */
const span = 60_000;

/** The statistics of all workers, by fingerprint. */
export class WorkerTallies {
  readonly #clock: () => number;
  readonly #all = new Map<string, WorkerTally>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Does not store an entry for an unknown worker, since strangers can present any number of keys. */
  of(fingerprint: string): WorkerTally {
    return this.#all.get(fingerprint) ?? { answered: 0, lastError: null, lies: 0, moments: [] };
  }

  answered(fingerprint: string): void {
    const tally = this.#kept(fingerprint);
    tally.answered += 1;
    tally.moments.push(performance.now());
    forgetOld(tally);
  }

  failed(fingerprint: string, message: string): void {
    this.#kept(fingerprint).lastError = { message, at: this.#clock() };
  }

  /** @returns the number of invalid answers so far */
  lied(fingerprint: string, message: string): number {
    this.failed(fingerprint, message);
    return (this.#kept(fingerprint).lies += 1);
  }

  /** Resets the count of invalid answers, when an admin admits a worker again. */
  forgive(fingerprint: string): void {
    this.of(fingerprint).lies = 0;
  }

  /** Answers per second over the last minute, or since the first answer if that came later. */
  rate(fingerprint: string): number {
    const tally = this.of(fingerprint);
    forgetOld(tally);
    const [first] = tally.moments;
    if (first === undefined) return 0;
    const seconds = Math.min(span, Math.max(1000, performance.now() - first)) / 1000;
    return tally.moments.length / seconds;
  }

  #kept(fingerprint: string): WorkerTally {
    const tally = this.of(fingerprint);
    this.#all.set(fingerprint, tally);
    return tally;
  }
}

function forgetOld({ moments }: WorkerTally): void {
  const cutoff = performance.now() - span;
  const firstKept = moments.findIndex((moment) => moment >= cutoff);
  moments.splice(0, firstKept < 0 ? moments.length : firstKept);
}
