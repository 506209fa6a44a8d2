import type { Migration } from '../migrate.ts';

/** Which kinds of events a plugin asks for, so that no others are recorded for it. Those that asked before get all. */
export const askedKinds: Migration = {
  id: 32,
  name: '0032-asked-kinds',
  up: (db) => {
    db.exec(`
      -- JSON, a list. Of a sink: null, since it says its kinds at each start. Of a plugin that asks: null for all kinds.
      ALTER TABLE event_listeners ADD COLUMN kinds TEXT;
    `);
  },
};
