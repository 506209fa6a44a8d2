import type { Migration } from '../migrate.ts';

/**
 * The motion parts of live photos. The next sync lists all sources completely, which finds motion parts that are separate
 * files; photos whose metadata mention an embedded video are queued for a search inside their files. Pictures are not
 * processed again.
 */
export const motions: Migration = {
  id: 26,
  name: '0026-motions',
  up: (db) => {
    db.exec(`
      CREATE TABLE motions (
        photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
        rev TEXT NOT NULL,                 -- the photo's content to which it belongs
        media_type TEXT NOT NULL,
        size INTEGER,                      -- bytes; null: unknown
        start INTEGER,                     -- of its first byte in the photo's file; null: the source has it apart
        CHECK (start IS NULL OR start > 0 AND size > 0)
      ) STRICT;

      -- Indexed photos whose files may contain a video that was not searched for yet.
      CREATE TABLE motions_due (photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE) STRICT;
      INSERT INTO motions_due
        SELECT photo_id FROM photo_exif
        WHERE exif LIKE '%"MotionPhoto"%' OR exif LIKE '%"MicroVideoOffset"%' OR exif LIKE '%"Make":"samsung%';

      DELETE FROM sync_state WHERE key IN ('changes_cursor', 'full_pass', 'sweep_due');
    `);
  },
};
