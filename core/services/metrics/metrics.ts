import type { Counter, Histogram, Registry } from 'prom-client';
import type { LibraryFactsReader } from './library-facts.ts';
import { libraryMetrics } from './library-metrics.ts';
import { prometheus } from './prometheus.ts';

/** Media type of Prometheus' text format. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics of one server for Prometheus. They name no person and no photo: all labels have a fixed set of values. */
export class Metrics {
  readonly #facts: LibraryFactsReader;
  #requests: RequestMetrics | undefined;

  constructor(facts: LibraryFactsReader) {
    this.#facts = facts;
  }

  get requests(): RequestMetrics {
    return (this.#requests ??= new RequestMetrics());
  }

  /** Prometheus' text format. */
  async read(): Promise<string> {
    const parts = [libraryMetrics(await this.#facts.read()), this.requests.read(), processMetrics()];
    return (await Promise.all(parts)).join('');
  }
}

interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the route, never the path: there are as many paths as photos. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Seconds: from a small JSON answer to an original over a slow connection. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Counts answered requests and measures their duration. */
class RequestMetrics {
  /** A registry per server: prom-client's default registry is shared by the whole process. */
  readonly #registry: Registry;
  readonly #answered: Counter<'method' | 'route' | 'status'>;
  readonly #duration: Histogram<'method' | 'route'>;

  constructor() {
    const { Counter, Histogram, Registry } = prometheus();
    const registry = new Registry();
    this.#registry = registry;
    this.#answered = new Counter({
      name: 'photofinch_http_requests_total',
      help: 'Requests answered, by method, route and status; 499 when the client went away before.',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    });
    this.#duration = new Histogram({
      name: 'photofinch_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer, by method and route.',
      labelNames: ['method', 'route'],
      buckets,
      registers: [registry],
    });
  }

  count({ method, route, status, seconds }: AnsweredRequest): void {
    this.#answered.inc({ method, route, status });
    this.#duration.observe({ method, route }, seconds);
  }

  read(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** Without a sample, as between two quick scrapes, these are NaN (which prom-client writes as `Nan`) or meaningless. */
const senseless = ['min', 'mean', 'stddev'].map((statistic) => `nodejs_eventloop_lag_${statistic}_seconds`);

let registry: Registry | undefined;

/**
 * CPU, memory, event-loop delay and garbage collection, under prom-client's usual names.
 *
 * They describe the process, not a server. prom-client cannot stop its observers, so they start once, at the first scrape.
 * None of them keeps the process alive.
 */
export function processMetrics(): Promise<string> {
  if (!registry) {
    const { collectDefaultMetrics, Registry } = prometheus();
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    for (const name of senseless) registry.removeSingleMetric(name);
  }
  return registry.metrics();
}
