import { join } from 'node:path';
import { TripsTask } from '../../core/indexer/trips-task.ts';
import { openDatabase, type Db } from '../../core/db/open.ts';
import { withheldOn } from '../../core/db/withheld.ts';
import { transactOn } from '../../core/store/transact.ts';
import { TripLibrary } from '../../core/services/trips/trip-library.ts';
import { Photos } from '../../core/store/photos/photos.ts';
import { PhotoFolders } from '../../core/store/photos/photo-folders.ts';
import { Places } from '../../core/store/photos/places.ts';
import { Facets } from '../../core/timeline/facets.ts';
import { Selections } from '../../core/timeline/selections.ts';
import { ThingSets } from '../../core/timeline/thing-sets.ts';
import { Timeline } from '../../core/timeline/timeline.ts';
import { noAlbumChoices } from '../support/album-choices.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { tripParts } from '../support/trip-rig.ts';
import { makeLibrary, newestPhoto, viewer } from './library-rows.ts';
import { figure, quantile, timeCalls } from './measure.ts';

const sizes = [1_000_000];

/** Finding the trips of twenty years, then those around a day with new photos, and listing them. */
export async function bench(): Promise<void> {
  for (const photos of sizes) {
    await withTempFolder(async (dataDir) => {
      await makeLibrary(dataDir, photos);
      const db = openDatabase(join(dataDir, 'index.sqlite3'));
      try {
        travel(db);
        await measure(db, photos);
      } finally {
        db.close();
      }
    });
  }
}

/** Moves five of every thirty days to another place; the others are at home. */
function travel(db: Db): void {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(`
    UPDATE photos SET lat = CASE WHEN day % 30 < 5 THEN 30 + (day / 30) % 12 ELSE 52.5 END,
      lng = CASE WHEN day % 30 < 5 THEN 5.0 + (day / 30) % 12 ELSE 13.4 END,
      place_id = CASE WHEN day % 30 < 5 THEN 2 + (day / 2) % 290 ELSE 1 END;
    INSERT INTO trip_days_due (day) SELECT DISTINCT day FROM photos`);
  for (const { sql } of triggers) db.exec(sql);
}

async function measure(db: Db, photos: number): Promise<void> {
  const parts = tripParts(db);
  const task = new TripsTask({ builder: parts.builder, transact: transactOn(db) });
  const run = async (what: string): Promise<void> => {
    const begin = performance.now();
    const longest = await longestPause(() => task.run(new AbortController().signal));
    figure(`trips.${what}`, performance.now() - begin, 'ms', { photos });
    figure(`trips.${what}.longest_pause`, longest, 'ms', { photos });
  };
  await run('first');
  const day = Math.floor(newestPhoto / 86_400) - 700;
  const found = parts.trips.all().length;
  figure('trips.found', found, '', { photos });
  db.prepare('UPDATE photos SET lat = 0, lng = 0 WHERE id = (SELECT id FROM photos WHERE day = ? LIMIT 1)').run(day);
  await run('one_day');

  const timeline = new Timeline(db);
  const places = new Places(db);
  const selections = new Selections({
    ...{ db, timeline, facets: new Facets(db), places, folders: new PhotoFolders(db), trips: parts.inTimeline },
    ...{ things: new ThingSets({ db, timeline }), albums: noAlbumChoices, withheld: withheldOn(db) },
  });
  const library = new TripLibrary({ ...parts, selections, timeline, places, photos: new Photos(db) });
  const list = (): void => void library.list(viewer, { limit: 200, offset: 0 });
  list();
  figure('trips.list.p50', quantile(await timeCalls(list, { runs: 60, warmUp: 5 }), 0.5), 'ms', { photos });
  const flip = db.prepare('UPDATE photos SET place_id = CASE place_id WHEN 299 THEN 300 ELSE 299 END WHERE id = 77');
  const afterChange = (ask: () => void) => () => {
    flip.run();
    ask();
  };
  const fresh = await timeCalls(afterChange(list), { runs: 15, warmUp: 2 });
  figure('trips.list.after_change.p50', quantile(fresh, 0.5), 'ms', { photos });
  const [trip] = parts.trips.all();
  const ofTrip = (): void => void selections.find({ trip: trip?.id, archived: 'with' }).ids(0, 200);
  figure('trips.photos.p50', quantile(await timeCalls(ofTrip, { runs: 60, warmUp: 5 }), 0.5), 'ms', { photos });
  const freshOne = await timeCalls(afterChange(ofTrip), { runs: 15, warmUp: 2 });
  figure('trips.photos.after_change.p50', quantile(freshOne, 0.5), 'ms', { photos });
}

/** The longest time for which the event loop was blocked. */
async function longestPause(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const watch = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  isOver = true;
  return longest;
}
