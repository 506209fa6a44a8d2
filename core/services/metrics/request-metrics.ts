import { Counter, Histogram, type Registry } from 'prom-client';

export interface AnsweredRequest {
  readonly method: string;
  /** The route's pattern, never the path: there are as many paths as photos. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** From a small JSON answer to an original that streams over a slow line. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** How many requests were answered, how, and how long that took. */
export class RequestMetrics {
  readonly #answered: Counter<'method' | 'route' | 'status'>;
  readonly #duration: Histogram<'method' | 'route'>;

  constructor(registry: Registry) {
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
}
