export interface HealthCheckResult {
  readonly ok: boolean;
  /** One sentence: what was found and, if not ok, what to do. */
  readonly detail: string;
}

/** A check that admins can run. */
export interface HealthCheck {
  /**
   * Short, lower case: `bridge`. With the id of one of the server's own checks (`database`, `schema`, `disk`, `bridge`,
   * `models`, `thumbnails`, `backups`), it is merged with that check, and both must pass.
   */
  readonly id: string;
  /** May take 15 seconds. If it throws, the check has failed; the message is not shown. */
  run(options: { signal: AbortSignal }): Promise<HealthCheckResult>;
}
