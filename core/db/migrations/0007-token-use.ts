import type { Migration } from '../migrate.ts';

/** When a pair of tokens was first used: until then the answer with the pair may have been lost on the way. */
export const tokenUse: Migration = {
  id: 7,
  name: '0007-token-use',
  up: (db) => {
    db.exec('ALTER TABLE tokens ADD COLUMN used_at INTEGER'); // of either token of the pair, for the first time
  },
};
