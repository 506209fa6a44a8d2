/** How long the upstream may take, in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  /** For what it knows itself: its health. */
  readonly health: number;
  /** From one line of a list to the next; it says something every 15 seconds. */
  readonly idle: number;
  /** For a whole list: a little longer than its own deadline. */
  readonly list: number;
  /** For all of `/nodes`, `/albums` and `/thumbnails`: longer than its own deadline, so that it says itself why. */
  readonly question: number;
  /** For a picture, from the question to its last byte. */
  readonly picture: number;
  /** What the upstream is given beyond the limit that it is told: it must be first to give up, and say so. */
  readonly grace: number;
  /** For a video until it begins to come: the upstream fetches all of it before. */
  readonly video: number;
  /** From one piece of a video to the next. */
  readonly piece: number;
  /** So long a person waits for what is being fetched, until they are told to ask again; and for a small question. */
  readonly patience: number;
  /** From one question after its health to the next, which cost it nothing: while all is well, and else. */
  readonly calm: number;
  readonly anxious: number;
  /** From one question that Proton has to answer to the next, while it is not known to. */
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
  // Less than the service waits (30 s), so that it is told why.
  patience: 20_000,
  calm: 5_000,
  anxious: 1_000,
  doubtful: 10_000,
};
