/** What one worker has done since the server started. */
export interface Deeds {
  /** Jobs that it has answered. */
  answered: number;
  /** What went wrong with it last, and when, in epoch seconds. */
  lastError: { readonly message: string; readonly at: number } | null;
  /** Answers that no honest worker gives. */
  lies: number;
  /** Moments of the last answers, in milliseconds of `performance.now`. */
  readonly moments: number[];
}

/** Milliseconds over which the rate is taken. */
const span = 60_000;

/** Counts what workers do, by their fingerprints. */
export class WorkerDeeds {
  readonly #clock: () => number;
  readonly #all = new Map<string, Deeds>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Strangers, of whom there may be any number, are looked at and not kept. */
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

  /** @returns how many lies it has told by now */
  lied(fingerprint: string, message: string): number {
    this.failed(fingerprint, message);
    return (this.#kept(fingerprint).lies += 1);
  }

  /** Whoever is given another chance begins anew. */
  forgive(fingerprint: string): void {
    this.of(fingerprint).lies = 0;
  }

  /** Answers a second over the last minute, or since the first one if that is less long ago. */
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
