/** Time limits of the client, in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  /** For a JSON response, from the request to its last byte. */
  readonly json: number;
  /** For a thumbnail, from the request to its last byte. */
  readonly thumbnail: number;
  /** Until the response with a photo begins. */
  readonly contentHeaders: number;
  /** Between two chunks of a photo, while the reader wants more: the reader itself may be slow. */
  readonly contentIdle: number;
  /** For the wait for a free connection. */
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
 * The maximum bytes of a JSON response; a page of a thousand items has a few hundred KB. It is parsed on the thread that
 * serves requests.
 */
export const largestJson = 8 * 1024 * 1024;
export const largestThumbnail = 16 * 1024 * 1024;
