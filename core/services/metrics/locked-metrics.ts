import { lockedGauge } from './library-metrics.ts';
import { processMetrics } from './metrics.ts';
import { prometheus } from './prometheus.ts';

/** Metrics of a server whose library is locked: the state of the lock, and the metrics of its process. */
export async function lockedMetrics(): Promise<string> {
  const { Gauge, Registry } = prometheus();
  const registry = new Registry();
  new Gauge({ ...lockedGauge, registers: [registry] }).set(1);
  return (await Promise.all([registry.metrics(), processMetrics()])).join('');
}
