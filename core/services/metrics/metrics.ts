import { Registry } from 'prom-client';
import type { LibraryFactsReader } from './library-facts.ts';
import { libraryMetrics } from './library-metrics.ts';
import { processMetrics } from './process-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';

/**
 * What one server tells to Prometheus. Nobody is named in it, and no photo: labels are of closed sets.
 */
export class Metrics {
  readonly requests: RequestMetrics;
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #facts: LibraryFactsReader;
  /** Of this server alone: prom-client's own registry is shared by the whole process. */
  readonly #registry = new Registry();

  constructor(facts: LibraryFactsReader) {
    this.#facts = facts;
    this.requests = new RequestMetrics(this.#registry);
  }

  /** Prometheus' text format. */
  async read(): Promise<string> {
    const parts = [libraryMetrics(await this.#facts.read()), this.#registry.metrics(), processMetrics()];
    return (await Promise.all(parts)).join('');
  }
}
