/** Time limits for the upstream, in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  /** For a health check, which the upstream answers without Proton. */
  readonly health: number;
  /** Between two lines of a list; a progress line is sent every 15 seconds. */
  readonly idle: number;
  /** For a complete list: a little longer than the upstream's own deadline. */
  readonly list: number;
  /**
   * For a complete response of `/nodes`, `/albums` or `/thumbnails`: longer than the upstream's own deadline, so that its
   * error arrives.
   */
  readonly question: number;
  /** For a picture, from the request to the last byte. */
  readonly picture: number;
  /** Added to a limit that is also passed to the upstream, so that the upstream gives up first, with its own error. */
  readonly grace: number;
  /** For the first byte of a video, before which the upstream downloads the whole video. */
  readonly video: number;
  /** Between two chunks of a video. */
  readonly piece: number;
  /** For a request of a user during a download, after which the client has to retry; and for small requests. */
  readonly patience: number;
  /** Between two health checks, which cost the upstream nothing: while it is healthy, and otherwise. */
  readonly calm: number;
  readonly anxious: number;
  /** Between two test requests to Proton, while its state is unknown. */
  readonly doubtful: number;
}

export const defaultTimeLimits: TimeLimits = {
  connect: 5_000,
  health: 5_000,
  idle: 60_000,
  list: 32 * 60_000,
  question: 320_000,
  picture: 60_000,
  grace: 10_000,
  video: 600_000,
  piece: 60_000,
  // Shorter than the service's timeout (30 s), so that the service receives the reason.
  patience: 20_000,
  calm: 5_000,
  anxious: 1_000,
  doubtful: 10_000,
};
