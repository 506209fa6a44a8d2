import type { HealthCheck } from '../../plugin-api/health-check.ts';
import { alsoFailing } from './also-failed.ts';

/** Adds weak keys of an encrypted library to the check of the index. */
export const withWeakKeys = (index: HealthCheck, weakKeys: () => number): HealthCheck =>
  alsoFailing(index, () => (weakKeys() > 0 ? [weakKeysText(weakKeys())] : []));

const weakKeysText = (keys: number): string =>
  `Keys of the library that can be guessed quickly, since they were made with WEAK_PASSWORD_HASHES_FOR_TESTS: ${keys}. Add others, and remove these (photofinch unlock list).`;
