import type { HealthCheck } from '../../plugin-api/health-check.ts';

/** The check of the index, and whether each key of an encrypted library is stretched as it should be. */
export function withWeakKeys(index: HealthCheck, weakKeys: () => number): HealthCheck {
  return {
    id: index.id,
    run: async (options) => {
      const found = await index.run(options);
      const keys = weakKeys();
      if (keys === 0) return found;
      return { ok: false, detail: [...(found.ok ? [] : [found.detail]), weakKeysText(keys)].join(' ') };
    },
  };
}

const weakKeysText = (keys: number): string =>
  `Keys of the library that can be guessed quickly, since they were made with WEAK_PASSWORD_HASHES_FOR_TESTS: ${keys}. Add others, and remove these (photofinch unlock list).`;
