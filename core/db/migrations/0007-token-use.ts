import type { Migration } from '../migrate.ts';

/** Whether anybody has a pair of tokens that a renewal made, or its answer was lost on the way. */
export const tokenUse: Migration = {
  id: 7,
  name: '0007-token-use',
  up: (db) => {
    db.exec('ALTER TABLE tokens ADD COLUMN used_at INTEGER'); // of either token of the pair, for the first time
  },
};
