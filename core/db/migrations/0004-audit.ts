import type { Migration } from '../migrate.ts';

/**
 * The audit trail. Entries outlive users, so they contain names instead of references. `times` and `last_at` record how
 * often the same thing happened within a period, and when last.
 */
export const audit: Migration = {
  id: 4,
  name: '0004-audit',
  up: (db) => {
    db.exec(`
      CREATE TABLE audit_entries (
        -- AUTOINCREMENT: an id that was trimmed never comes back, so that a page's cursor stays right.
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        times INTEGER NOT NULL DEFAULT 1,
        action TEXT NOT NULL,
        actor_id INTEGER,
        actor TEXT,
        subject TEXT,
        detail TEXT,
        address TEXT
      ) STRICT;
      CREATE INDEX audit_entries_action ON audit_entries (action);
      CREATE INDEX audit_entries_same ON audit_entries (action, address, subject, at);
      CREATE INDEX audit_entries_at ON audit_entries (at);
    `);
  },
};
