/** What is in a library more than once, all groups together. */
export interface DuplicateTotal {
  readonly groups: number;
  /** Bytes of all photos but one of each group. */
  readonly bytes: number;
}
