/**
 * The viewer, as far as the index must know. For a viewer who does not see hidden photos they do not exist, and neither do
 * faces and people that are in them alone. Each read of a single photo, face or person takes a sight, so that no read can
 * forget to check it.
 */
export interface Sight {
  /** An id that no user has where pictures are public and nobody is signed in. */
  readonly userId: number;
  readonly seesHidden: boolean;
}
