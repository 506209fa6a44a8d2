// Videos, and the motion parts of live photos.

/** The video of a photo of kind `video`. */
export interface VideoFacts {
  /** For `canPlayType`: `video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2"`; null if the codecs are unknown. */
  type: string | null;
  /** Short names from ffprobe: `h264`, `hevc`, `vp9`, `av1`, `prores`; null if unknown. */
  video_codec: string | null;
  /** Null without sound, or if unknown. */
  audio_codec: string | null;
  /** Frames per second; null if unknown. */
  frame_rate: number | null;
  /** Whether the server can convert it (`/stream`) for browsers that cannot play it. */
  convertible: boolean;
}

/** The motion part of a live photo. */
export interface MotionFacts {
  media_type: string;
  /** Bytes; null if the source does not report it. */
  size: number | null;
}
