/** How long the client waits, in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  /** For a JSON answer, from the request to its last byte. */
  readonly json: number;
  /** For a thumbnail, from the request to its last byte. */
  readonly thumbnail: number;
  /** Until a photo begins to come. */
  readonly contentHeaders: number;
  /** Between two pieces of a photo, while they are requested: the reader itself may be slow. */
  readonly contentIdle: number;
  /** Wait for a free connection. */
  readonly queue: number;
}

export const defaultTimeLimits: TimeLimits = {
  connect: 5_000,
  json: 15_000,
  thumbnail: 30_000,
  contentHeaders: 30_000,
  contentIdle: 30_000,
  queue: 30_000,
};

/**
 * The largest JSON answer that is read, in bytes; a page of a thousand items has a few hundred KB. It is parsed on the
 * thread that answers people.
 */
export const largestJson = 8 * 1024 * 1024;
export const largestThumbnail = 16 * 1024 * 1024;
