/** The duplicates of a library, all groups together. */
export interface DuplicateTotal {
  readonly groups: number;
  /** Bytes of all photos but one of each group. */
  readonly bytes: number;
}
