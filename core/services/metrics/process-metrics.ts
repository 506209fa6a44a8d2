import { collectDefaultMetrics, Registry } from 'prom-client';

/** Of no reading at all, as between two scrapes in a row, these are no numbers (prom-client writes `Nan`), or absurd. */
const senseless = ['min', 'mean', 'stddev'].map((what) => `nodejs_eventloop_lag_${what}_seconds`);

let registry: Registry | undefined;

/**
 * CPU, memory, event-loop delay and garbage collection, under the names that prom-client gives them everywhere.
 *
 * They are the process's, not a server's: prom-client cannot end the watching that they take, so it is begun once, when
 * somebody first asks, however many servers there are. None of it keeps the process alive.
 */
export function processMetrics(): Promise<string> {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    for (const name of senseless) registry.removeSingleMetric(name);
  }
  return registry.metrics();
}
