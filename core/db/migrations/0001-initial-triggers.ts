/**
 * Triggers on the tables of `0001-initial.ts`: they maintain counts, and record changes for caches in memory. This is done
 * by triggers and not by the stores, so that no writer can forget it.
 */
export const triggers = `
  CREATE TRIGGER timeline_photo_added AFTER INSERT ON photos WHEN new.listed = 1 BEGIN
    INSERT INTO timeline_changes (photo_id) VALUES (new.id);
  END;
  CREATE TRIGGER timeline_photo_changed
  AFTER UPDATE OF uid, kind, sha1, taken_at, taken_at_local, lat, lng, place_id, width, height, thumb_revision, indexed_at,
    deleted_at ON photos
  WHEN old.listed = 1 OR new.listed = 1 BEGIN
    INSERT INTO timeline_changes (photo_id) VALUES (new.id);
  END;
  CREATE TRIGGER timeline_photo_removed AFTER DELETE ON photos WHEN old.listed = 1 BEGIN
    INSERT INTO timeline_changes (photo_id) VALUES (old.id);
  END;
  CREATE TRIGGER timeline_flags_added AFTER INSERT ON photo_flags BEGIN
    INSERT INTO timeline_changes (photo_id) VALUES (new.photo_id);
  END;
  CREATE TRIGGER timeline_flags_changed AFTER UPDATE ON photo_flags BEGIN
    INSERT INTO timeline_changes (photo_id) VALUES (new.photo_id);
  END;
  CREATE TRIGGER timeline_flags_removed AFTER DELETE ON photo_flags BEGIN
    INSERT INTO timeline_changes (photo_id) VALUES (old.photo_id);
  END;

  CREATE TRIGGER favorites_added AFTER INSERT ON favorites BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'favorites';
  END;
  CREATE TRIGGER favorites_removed AFTER DELETE ON favorites BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'favorites';
  END;
  CREATE TRIGGER tags_added AFTER INSERT ON photo_tags BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'tags';
  END;
  CREATE TRIGGER tags_removed AFTER DELETE ON photo_tags BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'tags';
  END;
  CREATE TRIGGER album_photos_added AFTER INSERT ON album_photos BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
  END;
  CREATE TRIGGER album_photos_removed AFTER DELETE ON album_photos BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
  END;
  CREATE TRIGGER people_faces_added AFTER INSERT ON faces WHEN new.person_id IS NOT NULL BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'people';
  END;
  CREATE TRIGGER people_faces_moved AFTER UPDATE OF person_id, photo_id ON faces BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'people';
  END;
  CREATE TRIGGER people_faces_removed AFTER DELETE ON faces WHEN old.person_id IS NOT NULL BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'people';
  END;

  CREATE TRIGGER copies_added AFTER INSERT ON photos WHEN new.listed = 1 AND new.sha1 IS NOT NULL BEGIN
    INSERT INTO content_copies (sha1, size, copies) VALUES (new.sha1, new.size, 1)
      ON CONFLICT (sha1) DO UPDATE SET copies = copies + 1;
  END;
  CREATE TRIGGER copies_removed AFTER DELETE ON photos WHEN old.listed = 1 AND old.sha1 IS NOT NULL BEGIN
    UPDATE content_copies SET copies = copies - 1 WHERE sha1 = old.sha1;
    DELETE FROM content_copies WHERE sha1 = old.sha1 AND copies = 0;
  END;
  CREATE TRIGGER copies_changed AFTER UPDATE OF sha1, indexed_at, deleted_at ON photos
  WHEN old.listed IS NOT new.listed OR old.sha1 IS NOT new.sha1 BEGIN
    UPDATE content_copies SET copies = copies - 1 WHERE old.listed = 1 AND sha1 = old.sha1;
    DELETE FROM content_copies WHERE sha1 = old.sha1 AND copies = 0;
    INSERT INTO content_copies (sha1, size, copies)
      SELECT new.sha1, new.size, 1 WHERE new.listed = 1 AND new.sha1 IS NOT NULL
      ON CONFLICT (sha1) DO UPDATE SET copies = copies + 1;
  END;
  CREATE TRIGGER photo_text_removed AFTER DELETE ON photos BEGIN
    DELETE FROM photo_text WHERE rowid = old.id;
  END;
`;
