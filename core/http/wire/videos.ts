// Videos, and the motion parts of live photos.

/** The video of a photo of kind `video`. */
export interface VideoFacts {
  /** For `canPlayType`: `video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2"`; null where the codecs are not known. */
  type: string | null;
  /** Short names as ffprobe gives them: `h264`, `hevc`, `vp9`, `av1`, `prores`; null where unknown. */
  video_codec: string | null;
  /** Null where there is no sound, or nothing is known. */
  audio_codec: string | null;
  /** Frames per second; null where unknown. */
  frame_rate: number | null;
  /** Whether the server can convert it (`/stream`) for browsers that cannot play it. */
  convertible: boolean;
}

/** The motion part of a live photo. */
export interface MotionFacts {
  media_type: string;
  /** Bytes; null where the source does not say. */
  size: number | null;
}
