/**
 * Work on what the models have found: grouping faces, tagging, comparing. It runs after photos were analysed, one task
 * after the other; its cost follows what is new, and it finds out by itself what that is.
 */
export interface BackgroundTask {
  /** For the log: `people`. */
  readonly name: string;
  /** Lets others run in between. What is cut off by the signal goes on with the next run. */
  run(signal: AbortSignal): Promise<void>;
}
