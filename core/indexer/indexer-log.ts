/** The log of the indexer. Facts that name photos are logged at `debug` alone. */
export interface IndexerLog {
  /** The only one that may name photos. */
  debug(facts: Record<string, unknown>, message: string): void;
  info(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
  error(facts: Record<string, unknown>, message: string): void;
}
