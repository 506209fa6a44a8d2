/** The statistics of a worker since the server started. */
export interface Deeds {
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
export class WorkerDeeds {
  readonly #clock: () => number;
  readonly #all = new Map<string, Deeds>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Does not store an entry for an unknown worker, since strangers can present any number of keys. */
  of(fingerprint: string): Deeds {
    return this.#all.get(fingerprint) ?? { answered: 0, lastError: null, lies: 0, moments: [] };
  }

  answered(fingerprint: string): void {
    const deeds = this.#kept(fingerprint);
    deeds.answered += 1;
    deeds.moments.push(performance.now());
    forgetOld(deeds);
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
    const deeds = this.of(fingerprint);
    forgetOld(deeds);
    const [first] = deeds.moments;
    if (first === undefined) return 0;
    const seconds = Math.min(span, Math.max(1000, performance.now() - first)) / 1000;
    return deeds.moments.length / seconds;
  }

  #kept(fingerprint: string): Deeds {
    const deeds = this.of(fingerprint);
    this.#all.set(fingerprint, deeds);
    return deeds;
  }
}

function forgetOld({ moments }: Deeds): void {
  const before = performance.now() - span;
  const kept = moments.findIndex((moment) => moment >= before);
  moments.splice(0, kept < 0 ? moments.length : kept);
}
