import type { HealthCheck } from '../../plugin-api/health-check.ts';
import { alsoFailed } from './also-failed.ts';

/** Adds weak keys of an encrypted library to the check of the index. */
export function withWeakKeys(index: HealthCheck, weakKeys: () => number): HealthCheck {
  return {
    id: index.id,
    run: async (options) => {
      const result = await index.run(options);
      const keys = weakKeys();
      if (keys === 0) return result;
      return alsoFailed(result, [weakKeysText(keys)]);
    },
  };
}

const weakKeysText = (keys: number): string =>
  `Keys of the library that can be guessed quickly, since they were made with WEAK_PASSWORD_HASHES_FOR_TESTS: ${keys}. Add others, and remove these (photofinch unlock list).`;
