import type { ViewerScope } from '../../domain/viewer-scope.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';

/** The viewer's scope, as parameters of SQL. */
export interface ScopeParameters {
  /** 1 if hidden photos are included. */
  readonly hidden: 0 | 1;
  /** The key of the photos that are withheld from the viewer; see db/withheld.ts. */
  readonly withheld: number;
}

export function inScope({ seesHidden, audience }: ViewerScope, withheld: WithheldFrom): ScopeParameters {
  return { hidden: seesHidden ? 1 : 0, withheld: withheld(audience).key };
}

/** The photo is not withheld from the viewer. @param photo SQL of its id */
export const isNotWithheld = (photo: string): string => `(:withheld = 0 OR is_withheld(:withheld, ${photo}) = 0)`;

/** The viewer may see the photo. @param photo SQL of its id */
export const isSeen = (photo: string): string =>
  `((:hidden OR NOT EXISTS (SELECT 1 FROM photo_flags WHERE photo_id = ${photo} AND hidden = 1))
    AND ${isNotWithheld(photo)})`;
