import type { Migration } from '../migrate.ts';

/** Links of accounts with external services that a plugin supports, such as the identity provider of a company. */
export const signInLinks: Migration = {
  id: 28,
  name: '0028-sign-in-links',
  up: (db) => {
    db.exec(`
      CREATE TABLE sign_in_links (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        plugin TEXT NOT NULL,
        subject TEXT NOT NULL,             -- by which the service knows the person
        user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        name TEXT NOT NULL,                -- by which the person knows their account there
        created_at INTEGER NOT NULL,
        last_used_at INTEGER,
        UNIQUE (plugin, subject)
      ) STRICT;
      CREATE INDEX sign_in_links_user ON sign_in_links (user_id);
    `);
  },
};
