import type { Migration } from '../migrate.ts';

/**
 * The sizes of duplicates follow those of their photos, which may be learned or corrected later: the largest, since that of
 * another copy may not be known yet. Groups of photos that look alike get theirs when they are formed again. Stacks are found
 * again, as long runs of photos are no longer bursts. Photos of albums in manual order are found by their positions.
 * Favourites of the store that a user still has become those of the next admin when the user's account is deleted.
 */
export const learnedSizes: Migration = {
  id: 36,
  name: '0036-learned-sizes',
  up: (db) => {
    db.exec(`
      CREATE TRIGGER copies_size_learned AFTER UPDATE OF size ON photos WHEN old.size IS NOT new.size BEGIN
        UPDATE content_copies SET size = (SELECT max(size) FROM photos WHERE sha1 = new.sha1 AND listed = 1)
          WHERE new.listed = 1 AND sha1 = new.sha1;
        UPDATE photo_hashes SET grouped = 0 WHERE photo_id IN (
          SELECT photo_id FROM near_group_members WHERE photo_id = new.id
          UNION SELECT m.photo_id FROM photos p JOIN near_group_members m ON m.photo_id = p.id WHERE p.sha1 = new.sha1);
      END;

      CREATE INDEX own_album_photos_position ON own_album_photos (album_id, position);

      CREATE TRIGGER store_favorites_inherited BEFORE DELETE ON users BEGIN
        UPDATE source_favorites SET given_at = NULL WHERE user_id = old.id AND EXISTS (
          SELECT 1 FROM favorites f WHERE f.user_id = old.id AND f.photo_id = source_favorites.photo_id);
      END;

      UPDATE content_copies SET size = (SELECT max(p.size) FROM photos p WHERE p.sha1 = content_copies.sha1 AND p.listed = 1)
        WHERE size <> (SELECT max(p.size) FROM photos p WHERE p.sha1 = content_copies.sha1 AND p.listed = 1);
      UPDATE photo_hashes SET grouped = 0 WHERE photo_id IN (SELECT best_id FROM near_groups);

      INSERT INTO stack_times_due (taken_at)
        SELECT p.taken_at FROM stack_photos s JOIN photos p ON p.id = s.photo_id WHERE p.listed = 1 ON CONFLICT DO NOTHING;
    `);
  },
};
