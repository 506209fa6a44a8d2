import type { HealthCheckResult } from '../../plugin-api/health-check.ts';

/** The result of a check that has failed for further reasons: what was well need not be told. */
export function alsoFailed({ ok, detail }: HealthCheckResult, reasons: readonly string[]): HealthCheckResult {
  return { ok: false, detail: [...(ok ? [] : [detail]), ...reasons].join(' ') };
}
