/** How long the upstream may take, in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  /** For its health, which it knows without Proton. */
  readonly health: number;
  /** Between lines of a list; a progress line comes every 15 seconds. */
  readonly idle: number;
  /** For a complete list: a little longer than the upstream's own deadline. */
  readonly list: number;
  /**
   * For all of `/nodes`, `/albums` and `/thumbnails`: longer than the upstream's deadline, so that its own error
   * arrives.
   */
  readonly question: number;
  /** For a picture, from the request to its last byte. */
  readonly picture: number;
  /** Margin over the limit that the upstream is given: it should give up first, with its own error. */
  readonly grace: number;
  /** For the first byte of a video: the upstream downloads all of it before. */
  readonly video: number;
  /** Between pieces of a video. */
  readonly piece: number;
  /** For a person's request during a download, after which the client has to retry; and for a small request. */
  readonly patience: number;
  /** Between two requests for its health, which are free for the upstream: while all is well, and otherwise. */
  readonly calm: number;
  readonly anxious: number;
  /** Between two requests that reach Proton, while its state is unknown. */
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
  // Less than the service waits (30 s), so that it receives the reason.
  patience: 20_000,
  calm: 5_000,
  anxious: 1_000,
  doubtful: 10_000,
};
