import type { Migration } from '../migrate.ts';

/**
 * Trips: runs of days with photos away from home. Data derived from photos can be rebuilt; users' decisions about trips are
 * in separate tables.
 */
export const trips: Migration = {
  id: 20,
  name: '0020-trips',
  up: (db) => {
    db.exec(days);
    db.exec(derived);
    db.exec(decisions);
    db.exec(triggers);
  },
};

/** The local day of a photo, as days since 1970; see local-date.ts, which uses the same rule for implausible clocks. */
const days = `
  ALTER TABLE photos ADD COLUMN day INTEGER GENERATED ALWAYS AS (
    CASE WHEN abs(cast(julianday(substr(taken_at_local, 1, 10)) - 2440587.5 AS INTEGER) -
        (taken_at - ((taken_at % 86400) + 86400) % 86400) / 86400) <= 1
      THEN cast(julianday(substr(taken_at_local, 1, 10)) - 2440587.5 AS INTEGER)
      ELSE (taken_at - ((taken_at % 86400) + 86400) % 86400) / 86400 END) VIRTUAL;
  CREATE INDEX photos_day ON photos (day) WHERE indexed_at IS NOT NULL AND deleted_at IS NULL;
`;

const derived = `
  -- Days whose photos have changed. First the days are counted again, then the trips around them are rebuilt.
  CREATE TABLE trip_days_due (
    day INTEGER PRIMARY KEY,
    gathered INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX trip_days_due_ungathered ON trip_days_due (day) WHERE gathered = 0;
  INSERT INTO trip_days_due (day)
    SELECT DISTINCT day FROM photos WHERE indexed_at IS NOT NULL AND deleted_at IS NULL;

  -- The number of photos that are not hidden, for each day and cell of a grid; see grid-cell.ts.
  CREATE TABLE day_cells (
    day INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    photos INTEGER NOT NULL,
    PRIMARY KEY (day, cell)
  ) STRICT, WITHOUT ROWID;

  -- The homes of each month; see homes.ts.
  CREATE TABLE month_homes (
    month INTEGER PRIMARY KEY,           -- year * 12 + month - 1
    cells TEXT NOT NULL DEFAULT '[]',    -- JSON
    stale INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX month_homes_stale ON month_homes (month) WHERE stale = 1;

  CREATE TABLE trips (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    first_day INTEGER NOT NULL,
    last_day INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX trips_days ON trips (first_day, last_day);
`;

const decisions = `
  -- Decisions of users about trips. The ids are those of trips, which may be rebuilt.
  CREATE TABLE trip_decisions (
    trip_id INTEGER PRIMARY KEY,
    name TEXT,                           -- null: it is called by its places
    first_day INTEGER NOT NULL,          -- days that it has in any case
    last_day INTEGER NOT NULL,
    start_fixed INTEGER NOT NULL DEFAULT 0,   -- 1: it begins on first_day, and not before
    end_fixed INTEGER NOT NULL DEFAULT 0,
    dismissed INTEGER NOT NULL DEFAULT 0,     -- 1: it is no trip
    cover_id INTEGER REFERENCES photos (id) ON DELETE SET NULL,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    decided_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX trip_decisions_days ON trip_decisions (first_day, last_day);
  CREATE INDEX trip_decisions_cover ON trip_decisions (cover_id) WHERE cover_id IS NOT NULL;

  -- Some photos of each decided trip, with their days. When the dates of most of them change, the trip moves too.
  CREATE TABLE trip_anchors (
    trip_id INTEGER NOT NULL REFERENCES trip_decisions (trip_id) ON DELETE CASCADE,
    photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    PRIMARY KEY (trip_id, photo_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX trip_anchors_photo ON trip_anchors (photo_id);

  -- The decisions before and after each change by a user, so that the change can be undone.
  CREATE TABLE trip_steps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    decided_at INTEGER NOT NULL,
    before TEXT NOT NULL,                -- JSON
    after TEXT NOT NULL
  ) STRICT;
`;

const due = (day: string): string =>
  `INSERT INTO trip_days_due (day) VALUES (${day}) ON CONFLICT (day) DO UPDATE SET gathered = 0;`;
const changed = "UPDATE facet_versions SET version = version + 1 WHERE facet = 'trips';";
const dayOfFlagged = (row: 'new' | 'old'): string => `
  INSERT INTO trip_days_due (day) SELECT day FROM photos WHERE id = ${row}.photo_id AND listed = 1
    ON CONFLICT (day) DO UPDATE SET gathered = 0;`;

const triggers = `
  CREATE TRIGGER trip_photo_added AFTER INSERT ON photos WHEN new.listed = 1 BEGIN ${due('new.day')} END;
  CREATE TRIGGER trip_photo_removed AFTER DELETE ON photos WHEN old.listed = 1 BEGIN ${due('old.day')} END;
  CREATE TRIGGER trip_photo_left AFTER UPDATE OF taken_at, taken_at_local, lat, lng, indexed_at, deleted_at ON photos
  WHEN old.listed = 1 AND (new.listed = 0 OR old.day <> new.day OR old.lat IS NOT new.lat OR old.lng IS NOT new.lng) BEGIN
    ${due('old.day')}
  END;
  CREATE TRIGGER trip_photo_came AFTER UPDATE OF taken_at, taken_at_local, lat, lng, indexed_at, deleted_at ON photos
  WHEN new.listed = 1 AND (old.listed = 0 OR old.day <> new.day OR old.lat IS NOT new.lat OR old.lng IS NOT new.lng) BEGIN
    ${due('new.day')}
  END;
  CREATE TRIGGER trip_photo_flagged AFTER INSERT ON photo_flags WHEN new.hidden = 1 BEGIN ${dayOfFlagged('new')} END;
  CREATE TRIGGER trip_photo_reflagged AFTER UPDATE ON photo_flags WHEN old.hidden <> new.hidden BEGIN
    ${dayOfFlagged('new')}
  END;
  CREATE TRIGGER trip_photo_unflagged AFTER DELETE ON photo_flags WHEN old.hidden = 1 BEGIN ${dayOfFlagged('old')} END;

  INSERT INTO facet_versions (facet) VALUES ('trips');
  CREATE TRIGGER trips_added AFTER INSERT ON trips BEGIN ${changed} END;
  CREATE TRIGGER trips_changed AFTER UPDATE ON trips BEGIN ${changed} END;
  CREATE TRIGGER trips_removed AFTER DELETE ON trips BEGIN ${changed} END;
  CREATE TRIGGER trip_decided AFTER INSERT ON trip_decisions BEGIN ${changed} END;
  CREATE TRIGGER trip_decided_otherwise AFTER UPDATE ON trip_decisions BEGIN ${changed} END;
  CREATE TRIGGER trip_undecided AFTER DELETE ON trip_decisions BEGIN ${changed} END;
  CREATE TRIGGER homes_added AFTER INSERT ON month_homes WHEN new.cells <> '[]' BEGIN ${changed} END;
  CREATE TRIGGER homes_changed AFTER UPDATE OF cells ON month_homes WHEN old.cells <> new.cells BEGIN ${changed} END;
`;
