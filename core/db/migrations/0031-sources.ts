import type { Migration } from '../migrate.ts';

/**
 * Several photo sources at once. The source that the library already knows keeps its uids unchanged; each further source has
 * a prefix. Existing rows belong to the first source, so an index with one source does not change.
 */
export const sources: Migration = {
  id: 31,
  name: '0031-sources',
  up: (db) => {
    db.exec(`
      CREATE TABLE sources (
        id INTEGER PRIMARY KEY,            -- 0: the one that the library knew first
        plugin TEXT UNIQUE,                -- the plugin that provides it; null: not known yet
        prefix TEXT NOT NULL UNIQUE,       -- of its uids in this index; never given to another
        added_at INTEGER NOT NULL
      ) STRICT;
      INSERT INTO sources (id, prefix, added_at) VALUES (0, '', unixepoch());

      ALTER TABLE photos ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE albums ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE full_pass ADD COLUMN source INTEGER NOT NULL DEFAULT 0;

      -- Contains only further sources, so it is empty in a library with one source.
      CREATE INDEX photos_source ON photos (source, deleted_at) WHERE source > 0;

      -- By source, so that a search for due photos does not read those of an unavailable source.
      DROP INDEX photos_due;
      CREATE INDEX photos_due ON photos (source, retry_at, id) WHERE state <> 'indexed' AND deleted_at IS NULL;

      ALTER TABLE analyses ADD COLUMN source INTEGER NOT NULL DEFAULT 0;  -- the source of the photo
      CREATE TRIGGER analyses_source AFTER INSERT ON analyses
        WHEN (SELECT source FROM photos WHERE id = new.photo_id) > 0
      BEGIN
        UPDATE analyses SET source = (SELECT source FROM photos WHERE id = new.photo_id) WHERE photo_id = new.photo_id;
      END;
      CREATE TRIGGER photos_source AFTER UPDATE OF source ON photos WHEN new.source <> old.source BEGIN
        UPDATE analyses SET source = new.source WHERE photo_id = new.id;
      END;
      DROP INDEX analyses_due;
      CREATE INDEX analyses_due ON analyses (source, retry_at, photo_id) WHERE state <> 'done';
      DROP INDEX analyses_to_read;
      CREATE INDEX analyses_to_read ON analyses (source, text_retry_at, photo_id)
        WHERE text_by IS NULL AND state = 'done';

      DROP INDEX photos_awaiting;
      CREATE INDEX photos_awaiting
        ON photos (awaits, source, closer_retry_at, (thumb_revision > 0), taken_at DESC, id)
        WHERE awaits IS NOT NULL AND state = 'indexed' AND deleted_at IS NULL;
    `);
  },
};
