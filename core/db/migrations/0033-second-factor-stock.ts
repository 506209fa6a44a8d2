import type { Migration } from '../migrate.ts';

/** Plugins whose enrolled users are all marked in `second_factor_marks`. */
export const secondFactorStock: Migration = {
  id: 33,
  name: '0033-second-factor-stock',
  up: (db) => {
    db.exec(`
      CREATE TABLE second_factor_stock (
        plugin TEXT PRIMARY KEY
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
