import type { HealthCheck, HealthCheckResult } from '../../plugin-api/health-check.ts';

/** The result of a check that has failed for further reasons, if there are any: what was well need not be told then. */
export function alsoFailed(result: HealthCheckResult, reasons: readonly string[]): HealthCheckResult {
  if (reasons.length === 0) return result;
  return { ok: false, detail: [...(result.ok ? [] : [result.detail]), ...reasons].join(' ') };
}

/** A check that also fails for further reasons. */
export const alsoFailing = (check: HealthCheck, reasons: () => readonly string[]): HealthCheck => ({
  id: check.id,
  run: async (options) => alsoFailed(await check.run(options), reasons()),
});
