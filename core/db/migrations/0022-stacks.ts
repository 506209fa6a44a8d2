import type { Migration } from '../migrate.ts';

/**
 * Stacks: photos that belong together, such as bursts, and RAW files with their JPEGs. Automatic stacks can be rebuilt;
 * users' decisions are in a separate table.
 */
export const stacks: Migration = {
  id: 22,
  name: '0022-stacks',
  up: (db) => {
    db.exec(tables);
    db.exec(triggers);
  },
};

const tables = `
  -- The file's name without its extension, in lower case; null if it has no extension.
  ALTER TABLE photos ADD COLUMN stem TEXT GENERATED ALWAYS AS (
    CASE WHEN name LIKE '_%.%' THEN lower(substr(rtrim(name, replace(name, '.', '')), 1,
      length(rtrim(name, replace(name, '.', ''))) - 1)) END) VIRTUAL;
  DROP INDEX photos_folder;
  CREATE INDEX photos_folder ON photos (folder_id, stem) WHERE folder_id IS NOT NULL;
  CREATE INDEX photos_taken ON photos (taken_at) WHERE indexed_at IS NOT NULL AND deleted_at IS NULL;

  -- Capture times around which photos have changed.
  CREATE TABLE stack_times_due (taken_at INTEGER PRIMARY KEY) STRICT;
  INSERT INTO stack_times_due (taken_at)
    SELECT DISTINCT taken_at FROM photos WHERE indexed_at IS NOT NULL AND deleted_at IS NULL;

  -- The stack of each photo, with users' decisions applied. There are no stacks of one photo.
  CREATE TABLE stack_photos (
    photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    stack_id INTEGER NOT NULL,
    cover INTEGER NOT NULL DEFAULT 0     -- 1: people chose it to stand for the stack
  ) STRICT;
  CREATE INDEX stack_photos_stack ON stack_photos (stack_id);

  -- The last id that was assigned to a stack. No id is assigned twice.
  CREATE TABLE stack_ids (last INTEGER NOT NULL) STRICT;
  INSERT INTO stack_ids (last) VALUES (0);

  -- Decisions of users about the stack of a photo. Automatic stacking never changes them.
  CREATE TABLE stack_decisions (
    photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    stack_id INTEGER,                    -- null: it is in no stack
    cover INTEGER NOT NULL DEFAULT 0,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    decided_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX stack_decisions_stack ON stack_decisions (stack_id) WHERE stack_id IS NOT NULL;
  CREATE INDEX stack_decisions_user ON stack_decisions (user_id) WHERE user_id IS NOT NULL;

  -- The decisions before and after each change by a user, so that the change can be undone.
  CREATE TABLE stack_steps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    decided_at INTEGER NOT NULL,
    before TEXT NOT NULL,                -- JSON
    after TEXT NOT NULL
  ) STRICT;
`;

// Not `INSERT OR IGNORE`: in a trigger, the conflict handling of the statement that fires it takes precedence.
const due = (time: string): string => `INSERT INTO stack_times_due (taken_at) VALUES (${time}) ON CONFLICT DO NOTHING;`;
const dueOf = (photo: string): string =>
  `INSERT INTO stack_times_due (taken_at)
   SELECT taken_at FROM photos WHERE id = ${photo} AND listed = 1 ON CONFLICT DO NOTHING;`;
const changed = (photo: string): string => `INSERT INTO timeline_changes (photo_id) VALUES (${photo});`;
const columns = 'taken_at, name, folder_id, kind, camera, sha1, indexed_at, deleted_at';
const differs = [
  ...['listed', 'taken_at', 'stem', 'folder_id', 'kind', 'camera', 'sha1'].map(
    (column) => `old.${column} IS NOT new.${column}`,
  ),
].join(' OR ');

const triggers = `
  CREATE TRIGGER stack_photo_came AFTER INSERT ON photos WHEN new.listed = 1 BEGIN ${due('new.taken_at')} END;
  CREATE TRIGGER stack_photo_went AFTER DELETE ON photos WHEN old.listed = 1 BEGIN ${due('old.taken_at')} END;
  CREATE TRIGGER stack_photo_was AFTER UPDATE OF ${columns} ON photos WHEN old.listed = 1 AND (${differs}) BEGIN
    ${due('old.taken_at')}
    DELETE FROM stack_photos WHERE photo_id = new.id AND new.listed = 0;
  END;
  CREATE TRIGGER stack_photo_is AFTER UPDATE OF ${columns} ON photos WHEN new.listed = 1 AND (${differs}) BEGIN
    ${due('new.taken_at')}
  END;
  CREATE TRIGGER stack_hash_came AFTER INSERT ON photo_hashes BEGIN ${dueOf('new.photo_id')} END;
  CREATE TRIGGER stack_hash_changed AFTER UPDATE OF hash ON photo_hashes WHEN old.hash <> new.hash BEGIN
    ${dueOf('new.photo_id')}
  END;
  CREATE TRIGGER stack_hash_went AFTER DELETE ON photo_hashes BEGIN ${dueOf('old.photo_id')} END;

  CREATE TRIGGER timeline_stacked AFTER INSERT ON stack_photos BEGIN ${changed('new.photo_id')} END;
  CREATE TRIGGER timeline_stacked_otherwise AFTER UPDATE ON stack_photos BEGIN ${changed('new.photo_id')} END;
  CREATE TRIGGER timeline_unstacked AFTER DELETE ON stack_photos BEGIN ${changed('old.photo_id')} END;
`;
