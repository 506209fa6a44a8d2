import type { Migration } from '../migrate.ts';

/** The kinds of events that a plugin requests, so that no others are recorded for it. Existing listeners get all kinds. */
export const askedKinds: Migration = {
  id: 32,
  name: '0032-asked-kinds',
  up: (db) => {
    db.exec(`
      -- A JSON list. Null for a sink, which reports its kinds at each start, and for a plugin that requests all kinds.
      ALTER TABLE event_listeners ADD COLUMN kinds TEXT;
    `);
  },
};
