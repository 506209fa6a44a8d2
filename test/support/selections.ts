import type { Db } from '../../core/db/open.ts';
import { withheldOn } from '../../core/db/withheld.ts';
import { PhotoFolders } from '../../core/store/photos/photo-folders.ts';
import { Places } from '../../core/store/photos/places.ts';
import { Facets } from '../../core/timeline/facets.ts';
import { Selections } from '../../core/timeline/selections.ts';
import { ThingSets } from '../../core/timeline/thing-sets.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import { noAlbumChoices } from './album-choices.ts';
import { tripParts } from './trip-rig.ts';

/** The selections of an index without album rules. */
export function selectionsOf(db: Db, timeline: Timeline): Selections {
  return new Selections({
    db,
    timeline,
    facets: new Facets(db),
    places: new Places(db),
    folders: new PhotoFolders(db),
    things: new ThingSets({ db, timeline }),
    trips: tripParts(db).inTimeline,
    albums: noAlbumChoices,
    withheld: withheldOn(db),
  });
}
