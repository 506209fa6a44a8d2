/**
 * Who looks, as far as the index must know. Hidden photos do not exist for whoever does not see them, nor what is in them
 * alone: each read of a single photo, face or person asks for a sight, so that none can forget it.
 */
export interface Sight {
  /** Of nobody where pictures are public: no user has this id. */
  readonly userId: number;
  readonly seesHidden: boolean;
}
