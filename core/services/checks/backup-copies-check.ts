import { timeText } from '../../domain/time-text.ts';
import type { HealthCheck } from '../../plugin-api/health-check.ts';
import type { CopyState } from '../backup-copies/target-copies.ts';
import { alsoFailing } from './also-failed.ts';

/** Adds failures of backup targets to the check of the snapshots. */
export const withBackupCopies = (snapshots: HealthCheck, copies: () => readonly CopyState[]): HealthCheck =>
  alsoFailing(snapshots, () => copies().flatMap(failureText));

function failureText({ plugin, failure }: CopyState): string[] {
  if (!failure) return [];
  return [
    `Copies of the backups by ${plugin} have failed since ${timeText(failure.since)}, and are tried again: ${failure.reason}`,
  ];
}
