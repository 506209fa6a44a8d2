import type { Migration } from '../migrate.ts';

/** The kinds of events that a plugin requests, so that no others are recorded for it. Existing listeners get all kinds. */
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
