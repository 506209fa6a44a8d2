export interface HealthCheckResult {
  readonly ok: boolean;
  /** One sentence: what was found and, when not ok, what to do. */
  readonly detail: string;
}

/** Something that an admin can ask the server to look at. */
export interface HealthCheck {
  /** Short, lower case: `bridge`. */
  readonly id: string;
  run(options: { signal: AbortSignal }): Promise<HealthCheckResult>;
}
