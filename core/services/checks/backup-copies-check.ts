import { timeText } from '../../domain/time-text.ts';
import type { HealthCheck } from '../../plugin-api/health-check.ts';
import type { CopyState } from '../backup-copies/target-copies.ts';
import { alsoFailed } from './also-failed.ts';

/** Adds failures of backup targets to the check of the snapshots. */
export function withBackupCopies(snapshots: HealthCheck, copies: () => readonly CopyState[]): HealthCheck {
  return {
    id: snapshots.id,
    run: async (options) => {
      const result = await snapshots.run(options);
      const failures = copies().flatMap(failureText);
      if (failures.length === 0) return result;
      return alsoFailed(result, failures);
    },
  };
}

function failureText({ plugin, failure }: CopyState): string[] {
  if (!failure) return [];
  return [
    `Copies of the backups by ${plugin} have failed since ${timeText(failure.since)}, and are tried again: ${failure.reason}`,
  ];
}
