/** The log of the indexer. Names of photos are only logged at `debug`. */
export interface IndexerLog {
  /** The only method whose facts may contain names of photos. */
  debug(facts: Record<string, unknown>, message: string): void;
  info(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
  error(facts: Record<string, unknown>, message: string): void;
}
