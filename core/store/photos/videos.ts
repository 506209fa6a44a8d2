import type { Db, Statement } from '../../db/open.ts';
import type { VideoFacts } from '../../domain/video-facts.ts';

/** The number of videos in the index, and of those that were read. */
export interface VideoCounts {
  readonly videos: number;
  readonly read: number;
}

/** The coding of videos. A video without a row was not read yet. */
export class Videos {
  readonly #of: Statement<[number], VideoFacts>;
  readonly #put: Statement<[VideoFacts & { id: number }]>;
  readonly #remove: Statement<[number]>;
  readonly #counts: Statement<[], VideoCounts>;

  constructor(db: Db) {
    this.#of = db.prepare(`
      SELECT type, video_codec AS videoCodec, audio_codec AS audioCodec, frame_rate AS frameRate
      FROM videos WHERE photo_id = ?`);
    this.#put = db.prepare(`
      INSERT OR REPLACE INTO videos (photo_id, type, video_codec, audio_codec, frame_rate)
      VALUES (:id, :type, :videoCodec, :audioCodec, :frameRate)`);
    this.#remove = db.prepare('DELETE FROM videos WHERE photo_id = ?');
    const indexed = `FROM photos INDEXED BY photos_videos
      WHERE kind = 'video' AND state = 'indexed' AND deleted_at IS NULL`;
    this.#counts = db.prepare(`
      SELECT (SELECT count(*) ${indexed}) AS videos,
        (SELECT count(*) ${indexed} AND EXISTS (SELECT 1 FROM videos WHERE photo_id = photos.id)) AS read`);
  }

  /** Undefined if the video was not read. */
  of(photoId: number): VideoFacts | undefined {
    return this.#of.get(photoId);
  }

  /** Stores the facts of the photo's current content; null if they are unknown, or it is not a video. */
  keep(photoId: number, facts: VideoFacts | null): void {
    if (facts) this.#put.run({ ...facts, id: photoId });
    else this.#remove.run(photoId);
  }

  counts(): VideoCounts {
    return this.#counts.get() ?? { videos: 0, read: 0 };
  }
}
