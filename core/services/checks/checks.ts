import type { HealthCheck, HealthCheckResult } from '../../plugin-api/health-check.ts';
import { withinTime } from '../../plugin-api/toolkit/index.ts';

export interface CheckReport extends HealthCheckResult {
  readonly id: string;
  readonly ms: number;
}

export interface ChecksReport {
  readonly ok: boolean;
  readonly checks: readonly CheckReport[];
}

interface Dependencies {
  /** The server's own checks, in the order of the report. */
  readonly own: readonly HealthCheck[];
  /** The checks of plugins. A check with the id of one of ours is merged with it. */
  readonly ofPlugins: () => readonly HealthCheck[];
  readonly onError: (id: string, error: unknown) => void;
  /** Milliseconds for one check. */
  readonly limit?: number;
}

const LIMIT = 15_000;
/** The maximum number of characters, since people read it. */
const longestDetail = 2000;

/** Runs all health checks in parallel, each with a time limit: a check that hangs or fails counts as not ok. */
export class Checks {
  readonly #with: Dependencies;
  #running: Promise<ChecksReport> | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** A call during a run gets the result of that run. */
  run(): Promise<ChecksReport> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #runAll(): Promise<ChecksReport> {
    const { own, ofPlugins } = this.#with;
    const reports = await Promise.all([...own, ...ofPlugins()].map((check) => this.#one(check)));
    const checks = new Map<string, CheckReport>();
    for (const report of reports) {
      const earlier = checks.get(report.id);
      checks.set(report.id, earlier ? combined(earlier, report) : report);
    }
    return { ok: reports.every(({ ok }) => ok), checks: [...checks.values()] };
  }

  async #one(check: HealthCheck): Promise<CheckReport> {
    const { onError, limit = LIMIT } = this.#with;
    const start = performance.now();
    const overtime = new Error(
      `This check has not ended within ${limit / 1000} seconds: try again, and see the log if that is no better.`,
    );
    let result: HealthCheckResult;
    try {
      const running = async (signal: AbortSignal): Promise<HealthCheckResult> => check.run({ signal });
      result = readResult(await withinTime(running, { ms: limit, signals: [], tooLate: () => overtime }));
    } catch (error) {
      if (error === overtime) result = { ok: false, detail: overtime.message };
      else {
        onError(check.id, error);
        result = { ok: false, detail: 'This check failed in an unexpected way: see the log.' };
      }
    }
    return { id: check.id, ...result, ms: Math.round(performance.now() - start) };
  }
}

/** Validates the answer of a check, which may come from a plugin. */
function readResult(answer: unknown): HealthCheckResult {
  const { ok, detail } = (answer ?? {}) as Partial<Record<keyof HealthCheckResult, unknown>>;
  if (typeof ok !== 'boolean' || typeof detail !== 'string')
    throw new TypeError('The check answered no { ok, detail }.');
  return { ok, detail: detail.length > longestDetail ? `${detail.slice(0, longestDetail)}…` : detail };
}

function combined(own: CheckReport, other: CheckReport): CheckReport {
  const ok = own.ok && other.ok;
  // Healthy parts are left out when another part has a problem.
  const reported = ok ? [own, other] : [own, other].filter((report) => !report.ok);
  const details = new Set(reported.map(({ detail }) => detail));
  return { id: own.id, ok, detail: [...details].join(' '), ms: Math.max(own.ms, other.ms) };
}
