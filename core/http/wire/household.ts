// From whom an album or a person is hidden.

export interface Audience {
  /** Withheld from all users with the role read. */
  kept_from_readers: boolean;
  /** Ids of further users from whom it is withheld; null for callers who are not admins. */
  kept_from: number[] | null;
}

export interface Withholding extends Audience {
  /** One of the two is null. */
  album: { uid: string; name: string } | null;
  person: { id: number; name: string | null } | null;
}

export interface Withholdings {
  withholdings: Withholding[];
}
