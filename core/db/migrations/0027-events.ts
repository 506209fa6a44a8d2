import type { Migration } from '../migrate.ts';

/** Events of the library for plugins that listen, and the position of each listener. */
export const events: Migration = {
  id: 27,
  name: '0027-events',
  up: (db) => {
    db.exec(`
      CREATE TABLE library_events (
        -- AUTOINCREMENT: a place in the order never comes back, so that no listener takes one event for another.
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        facts TEXT NOT NULL                -- JSON
      ) STRICT;

      -- The recorded kinds of events; \`since\`: the id of the event from which on all of the kind are recorded.
      CREATE TABLE recorded_kinds (
        kind TEXT PRIMARY KEY,
        since INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE event_listeners (
        plugin TEXT NOT NULL,
        -- sink: it is handed events; pull: it asks for them itself
        way TEXT NOT NULL CHECK (way IN ('sink', 'pull')),
        cursor INTEGER,                    -- of a sink: the last event that it took
        PRIMARY KEY (plugin, way),
        CHECK ((cursor IS NULL) = (way = 'pull'))
      ) STRICT;
    `);
  },
};
