import type { Migration } from '../migrate.ts';

/**
 * Faults of photos that cannot be shown, or only in part: lists show them, but they are never covers. Photos that could not
 * be read are listed from now on. Photos that were read before this version were not checked for missing parts.
 */
export const photoFaults: Migration = {
  id: 12,
  name: '0012-photo-faults',
  up: (db) => {
    db.exec(`
      ALTER TABLE photos ADD COLUMN fault TEXT;   -- see domain/photo-fault.ts; null: no fault

      DROP TRIGGER timeline_photo_changed;
      CREATE TRIGGER timeline_photo_changed
      AFTER UPDATE OF uid, kind, sha1, taken_at, taken_at_local, lat, lng, place_id, width, height, thumb_revision, fault,
        indexed_at, deleted_at ON photos
      WHEN old.listed = 1 OR new.listed = 1 BEGIN
        INSERT INTO timeline_changes (photo_id) VALUES (new.id);
      END;

      UPDATE photos SET fault = CASE WHEN thumb_revision = 0 THEN 'unreadable' END, indexed_at = coalesce(indexed_at, added_at), retry_at = 0
        WHERE state = 'failed' AND deleted_at IS NULL;
    `);
  },
};
