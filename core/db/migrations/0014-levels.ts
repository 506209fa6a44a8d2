import type { Migration } from '../migrate.ts';

/**
 * The part of each photo that was read. If reading originals is costly, only thumbnails from the store are read at first,
 * and the rest is queued. The photos in the index were read completely, except videos and RAW files, which are not decoded.
 */
export const examinedLevels: Migration = {
  id: 14,
  name: '0014-levels',
  up: (db) => {
    db.exec(`
      ALTER TABLE photos ADD COLUMN examined TEXT CHECK (examined IN ('thumbnail', 'head', 'original'));  -- null: nothing was read yet
      ALTER TABLE photos ADD COLUMN awaits TEXT CHECK (awaits IN ('head', 'original'));   -- to be read next; null: no further level
      ALTER TABLE photos ADD COLUMN closer_attempts INTEGER NOT NULL DEFAULT 0;           -- failed attempts to read that level
      ALTER TABLE photos ADD COLUMN closer_retry_at INTEGER NOT NULL DEFAULT 0;
      UPDATE photos SET examined = CASE kind WHEN 'video' THEN 'thumbnail' WHEN 'raw' THEN 'head' ELSE 'original' END
        WHERE indexed_rev IS NOT NULL;

      -- Photos without a picture first, then the newest.
      CREATE INDEX photos_awaiting ON photos (awaits, closer_retry_at, (thumb_revision > 0), taken_at DESC, id)
        WHERE awaits IS NOT NULL AND state = 'indexed' AND deleted_at IS NULL;

      -- The level of the picture that models have analysed. Faces that were found in the original are kept when a smaller
      -- picture is analysed.
      ALTER TABLE analyses ADD COLUMN seen TEXT NOT NULL DEFAULT 'thumbnail' CHECK (seen IN ('thumbnail', 'original'));
      UPDATE analyses SET seen = 'original' WHERE photo_id IN (SELECT id FROM photos WHERE kind IN ('image', 'live'));

      -- The number of photos at each level, and their bytes; 'none' until a photo was read.
      CREATE TABLE level_counts (
        level TEXT NOT NULL,
        decoded INTEGER NOT NULL,          -- 1: images and live photos, whose originals are decoded here
        photos INTEGER NOT NULL DEFAULT 0,
        bytes INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (level, decoded)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO level_counts (level, decoded) SELECT level.column1, decoded.column1
        FROM (VALUES ('none'), ('thumbnail'), ('head'), ('original')) level CROSS JOIN (VALUES (0), (1)) decoded;
      INSERT INTO level_counts (level, decoded, photos, bytes)
        SELECT coalesce(examined, 'none'), kind IN ('image', 'live'), count(*), sum(size) FROM photos
          WHERE deleted_at IS NULL GROUP BY 1, 2
        ON CONFLICT DO UPDATE SET photos = excluded.photos, bytes = excluded.bytes;
      CREATE TRIGGER levels_added AFTER INSERT ON photos WHEN new.deleted_at IS NULL BEGIN
        ${count('new', '+')}
      END;
      CREATE TRIGGER levels_removed AFTER DELETE ON photos WHEN old.deleted_at IS NULL BEGIN
        ${count('old', '-')}
      END;
      CREATE TRIGGER levels_left AFTER UPDATE OF examined, kind, size, deleted_at ON photos WHEN old.deleted_at IS NULL BEGIN
        ${count('old', '-')}
      END;
      CREATE TRIGGER levels_reached AFTER UPDATE OF examined, kind, size, deleted_at ON photos
      WHEN new.deleted_at IS NULL BEGIN
        ${count('new', '+')}
      END;
    `);
  },
};

function count(row: 'new' | 'old', sign: '+' | '-'): string {
  return `UPDATE level_counts SET photos = photos ${sign} 1, bytes = bytes ${sign} ${row}.size
          WHERE level = coalesce(${row}.examined, 'none') AND decoded = (${row}.kind IN ('image', 'live'));`;
}
