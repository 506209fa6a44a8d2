import { figure, quantile } from '../measure.ts';

/** The requests of one kind in an interval. */
export interface Spell {
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

interface Taken {
  /** Seconds since the start. */
  readonly at: number;
  readonly ms: number;
}

/** Seconds after an outage of the source in which requests may still fail, until the server notices that it is back. */
const settling = 20;

/** The availability of the photo source. */
export class SourceTrouble {
  #away = false;
  #back = -Infinity;

  begin(): void {
    this.#away = true;
  }

  end(): void {
    this.#away = false;
    this.#back = performance.now();
  }

  get isAway(): boolean {
    return this.#away;
  }

  /** Whether it is unavailable, or was until a moment ago. */
  get excuses(): boolean {
    return this.#away || performance.now() - this.#back < settling * 1000;
  }
}

/** Records the duration of every request, and all failures. */
export class Ledger {
  readonly #begin = performance.now();
  readonly #all = new Map<string, Taken[]>();
  readonly #now = new Map<string, number[]>();
  /** Expected failures and faults, by kind of request and error. */
  readonly #excused = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  #failuresNow = 0;
  #faultsNow = 0;

  /** Seconds since the start. */
  get at(): number {
    return (performance.now() - this.#begin) / 1000;
  }

  get faults(): ReadonlyMap<string, number> {
    return this.#faults;
  }

  took(kind: string, ms: number): void {
    add(this.#all, kind, { at: this.at, ms });
    add(this.#now, kind, ms);
  }

  /** @param excused whether it was expected @param detail printed for faults only */
  failed(kind: string, how: string, excused: boolean, detail = ''): void {
    const counts = excused ? this.#excused : this.#faults;
    const what = `${kind}: ${how}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    this.#failuresNow += 1;
    if (excused) return;
    this.#faultsNow += 1;
    console.error(JSON.stringify({ fault: what, minute: Number((this.at / 60).toFixed(2)), detail }));
  }

  /** The figures since the last call. */
  interval(): { readonly latency: Record<string, Spell>; readonly failures: number; readonly faults: number } {
    const latency = Object.fromEntries(
      [...this.#now].map(([kind, times]) => [
        kind,
        { count: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
      ]),
    );
    const answer = { latency, failures: this.#failuresNow, faults: this.#faultsNow };
    this.#now.clear();
    this.#failuresNow = this.#faultsNow = 0;
    return answer;
  }

  /** Prints the latency of requests in the first and in the last third of the time, and the number of failures. */
  print(inputs: Record<string, unknown>): void {
    const end = this.at;
    let requests = 0;
    for (const [kind, taken] of [...this.#all].sort(([a], [b]) => (a < b ? -1 : 1))) {
      requests += taken.length;
      for (const [part, from, to] of [
        ['first third', 0, end / 3],
        ['last third', (2 * end) / 3, end],
      ] as const) {
        const times = taken.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms);
        figure(`long-day.${kind}.p50`, quantile(times, 0.5), 'ms', { part, requests: times.length, ...inputs });
        figure(`long-day.${kind}.p99`, quantile(times, 0.99), 'ms', { part, requests: times.length, ...inputs });
      }
    }
    figure('long-day.requests', requests, 'good answers', inputs);
    for (const [name, counts] of [
      ['expected failures', this.#excused],
      ['faults', this.#faults],
    ] as const) {
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      figure(`long-day.${name}`, all, 'requests', { ...Object.fromEntries(counts), ...inputs });
    }
  }
}

function add<T>(lists: Map<string, T[]>, kind: string, value: T): void {
  const list = lists.get(kind);
  if (list) list.push(value);
  else lists.set(kind, [value]);
}
