import type { Migration } from '../migrate.ts';

/**
 * The length of videos. The source always reported it, but the index did not store it, so the thumbnail and metadata of each
 * video are read again once. Until then videos stay as they are.
 */
export const photoItems: Migration = {
  id: 9,
  name: '0009-photo-items',
  up: (db) => {
    db.exec(`
      ALTER TABLE photos ADD COLUMN duration REAL;   -- seconds; null if unknown, and for pictures
      UPDATE photos SET state = 'pending', retry_at = 0
        WHERE kind = 'video' AND state = 'indexed' AND deleted_at IS NULL;

      -- Photos that lists show while they are read again. They are few, and with this index counting reads no other rows.
      CREATE INDEX photos_again ON photos (id)
        WHERE state <> 'indexed' AND deleted_at IS NULL AND indexed_at IS NOT NULL;
    `);
  },
};
