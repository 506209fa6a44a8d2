/** The duplicates of a library, totalled over all groups. */
export interface DuplicateTotal {
  readonly groups: number;
  /** Bytes of all photos but one of each group. */
  readonly bytes: number;
}
