import type { Migration } from '../migrate.ts';

/** The codecs of videos, if programs for reading videos were available. */
export const videos: Migration = {
  id: 25,
  name: '0025-videos',
  up: (db) => {
    db.exec(`
      -- A video without a row was not read yet. A video that was read without result has a row without facts.
      CREATE TABLE videos (
        photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
        type TEXT,                         -- with its codecs, as browsers are asked whether they play it
        video_codec TEXT,                  -- by the names of ffmpeg
        audio_codec TEXT,
        frame_rate REAL                    -- frames per second
      ) STRICT;
      CREATE INDEX photos_videos ON photos (id) WHERE kind = 'video' AND state = 'indexed' AND deleted_at IS NULL;
    `);
  },
};
