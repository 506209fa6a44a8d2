import type { MarkedUsers } from '../../store/accounts/second-factor-marks.ts';
import type { HealthCheck } from '../../plugin-api/health-check.ts';
import type { SecondFactors } from '../sign-in/second-factors.ts';
import { alsoFailing } from './also-failed.ts';

/** Adds to the check of the index the users whose second factor belongs to a plugin that is not loaded. */
export const withSecondFactors = (index: HealthCheck, secondFactors: Pick<SecondFactors, 'missing'>): HealthCheck =>
  alsoFailing(index, () => secondFactors.missing().map(missingFactorText));

/** Describes the users who cannot sign in because a plugin is missing, and the remedy. */
export function missingFactorText({ plugin, users }: MarkedUsers): string {
  const subject = users === 1 ? '1 user has' : `${users} users have`;
  return `${subject} a second factor of the plugin ${plugin}, which is not loaded, and cannot sign in: load it again (PLUGINS), or switch the factor off with \`photofinch --disable-2fa <username>\`.`;
}
