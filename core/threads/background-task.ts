/**
 * Work on the findings of models: grouping faces, tagging, comparing. Tasks run after photos were analysed, one after
 * the other. A task finds out by itself what is new, and its cost depends on that alone.
 */
export interface BackgroundTask {
  /** For the log: `people`. */
  readonly name: string;
  /**
   * Lets requests be answered in between. Work that the signal cuts off goes on with the next run.
   * @param enough whether the next sync is due: work that takes long, or waits for users, ends and goes on with the next run
   */
  run(signal: AbortSignal, enough: () => boolean): Promise<void>;
}
