import type { Migration } from '../migrate.ts';

/** The time when a pair of tokens was first used: until then, the response with the pair may have been lost. */
export const tokenUse: Migration = {
  id: 7,
  name: '0007-token-use',
  up: (db) => {
    db.exec('ALTER TABLE tokens ADD COLUMN used_at INTEGER'); // of either token of the pair, for the first time
  },
};
