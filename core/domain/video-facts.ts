/** The encoding of a video. */
export interface VideoFacts {
  /** For a browser's `canPlayType`: `video/mp4; codecs="avc1.64001f, mp4a.40.2"`; null if unknown. */
  readonly type: string | null;
  /** ffmpeg's name: `h264`, `hevc`. */
  readonly videoCodec: string | null;
  /** Null if there is no audio, or nothing is known. */
  readonly audioCodec: string | null;
  /** Frames per second. */
  readonly frameRate: number | null;
}

/** The facts of a video about which nothing is known. */
export const unknownVideo: VideoFacts = { type: null, videoCodec: null, audioCodec: null, frameRate: null };
