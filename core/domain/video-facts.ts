/** How the content of a video is coded. */
export interface VideoFacts {
  /** For a browser that is asked whether it plays it: `video/mp4; codecs="avc1.64001f, mp4a.40.2"`; null where unknown. */
  readonly type: string | null;
  /** By ffmpeg's names: `h264`, `hevc`. */
  readonly videoCodec: string | null;
  /** Null where there is no sound, or nothing is known. */
  readonly audioCodec: string | null;
  /** Frames per second. */
  readonly frameRate: number | null;
}

/** The facts of a video whose file tells nothing. */
export const unknownVideo: VideoFacts = { type: null, videoCodec: null, audioCodec: null, frameRate: null };
