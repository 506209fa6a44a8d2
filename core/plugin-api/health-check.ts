export interface HealthCheckResult {
  readonly ok: boolean;
  /** One sentence: what was found and, when not ok, what to do. */
  readonly detail: string;
}

/** Something that an admin can ask the server to look at. */
export interface HealthCheck {
  /**
   * Short, lower case: `bridge`. With the id of one of the server's own checks (`database`, `schema`, `disk`, `bridge`,
   * `models`, `thumbnails`, `backups`) it is told together with that one: well when both are.
   */
  readonly id: string;
  /** May take 15 seconds. What it throws is told as a failure, without its words. */
  run(options: { signal: AbortSignal }): Promise<HealthCheckResult>;
}
