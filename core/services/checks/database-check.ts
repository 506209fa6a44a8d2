import type { HealthCheck } from '../../plugin-api/health-check.ts';

interface Integrity {
  readonly checked: number;
  readonly of: number;
  readonly damaged: readonly string[];
  readonly dangling: readonly string[];
}

/**
 * Checks the integrity of the index.
 * @param options.limit seconds; at the limit, the answer covers the part checked so far
 */
export type IntegrityCheck = (options: { limit: number; signal: AbortSignal }) => Promise<Integrity>;

/** Seconds for a check of the index; a large index is only checked in part. */
const LIMIT = 10;

/** Whether the index is intact. */
export function databaseCheck(integrity: IntegrityCheck): HealthCheck {
  return {
    id: 'database',
    run: async ({ signal }) => {
      const { checked, of, damaged, dangling } = await integrity({ limit: LIMIT, signal });
      if (damaged.length > 0) {
        return {
          ok: false,
          detail: `The index is damaged (${damaged.join(', ')}): stop the server and restore a backup.`,
        };
      }
      if (dangling.length > 0) {
        return {
          ok: false,
          detail: `The index has rows that point to nothing (${dangling.join(', ')}): stop the server and restore a backup.`,
        };
      }
      if (checked === 0)
        return { ok: true, detail: 'The index is too large to be checked in time: nothing is known of it.' };
      if (checked < of) {
        return {
          ok: true,
          detail: `The index is large: ${checked} of its ${of} tables were checked in time and are intact.`,
        };
      }
      return { ok: true, detail: 'The index is intact.' };
    },
  };
}

/** Whether the index has the schema version of this program. */
export function schemaCheck(versions: () => { found: number; known: number }): HealthCheck {
  return {
    id: 'schema',
    run: () => {
      const { found, known } = versions();
      const detail =
        found === known
          ? `The index has schema version ${found}.`
          : `The index has schema version ${found}, this program knows ${known}: restart the server, with the newest version of the program.`;
      return Promise.resolve({ ok: found === known, detail });
    },
  };
}
