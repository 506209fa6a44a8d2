import { lockedGauge } from './library-metrics.ts';
import { processMetrics } from './metrics.ts';
import { prometheus } from './prometheus.ts';

/** What a server tells to Prometheus while its library is locked: that it is, and how its process does. */
export async function lockedMetrics(): Promise<string> {
  const { Gauge, Registry } = prometheus();
  const registry = new Registry();
  new Gauge({ ...lockedGauge, registers: [registry] }).set(1);
  return (await Promise.all([registry.metrics(), processMetrics()])).join('');
}
