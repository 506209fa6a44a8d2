/**
 * The number of faces and photos of each person, in visible and in hidden photos. Triggers maintain the counts: a change of
 * a face or a photo costs the same for any number of faces, and lists are answered from an index.
 */
export const peopleCounts = `
  CREATE TABLE person_counts (
    person_id INTEGER PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    named INTEGER NOT NULL,
    faces INTEGER NOT NULL DEFAULT 0,          -- in listed photos that are not hidden
    photos INTEGER NOT NULL DEFAULT 0,
    hidden_faces INTEGER NOT NULL DEFAULT 0,   -- in listed photos that are hidden
    hidden_photos INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO person_counts (person_id, named, faces, photos, hidden_faces, hidden_photos)
    SELECT n.id, n.name IS NOT NULL,
      count(p.id) FILTER (WHERE coalesce(g.hidden, 0) = 0),
      count(DISTINCT p.id) FILTER (WHERE coalesce(g.hidden, 0) = 0),
      count(p.id) FILTER (WHERE g.hidden = 1),
      count(DISTINCT p.id) FILTER (WHERE g.hidden = 1)
    FROM people n LEFT JOIN faces f ON f.person_id = n.id
      LEFT JOIN photos p ON p.id = f.photo_id AND p.listed = 1
      LEFT JOIN photo_flags g ON g.photo_id = p.id
    GROUP BY n.id;
  CREATE INDEX person_counts_order ON person_counts (named DESC, faces DESC, person_id, hidden_faces);

  -- For finding the best face of a person, which is the cover.
  CREATE INDEX faces_best ON faces (person_id, quality DESC, score DESC, id) WHERE person_id IS NOT NULL;

  -- Faces in hidden photos are subtracted from counts.
  CREATE INDEX photo_flags_hidden ON photo_flags (photo_id) WHERE hidden = 1;

  -- The version increases whenever a person is added, removed or renamed.
  INSERT INTO facet_versions (facet) VALUES ('names');

  -- People who are being merged. The row is deleted with the person.
  CREATE TABLE people_merges (
    from_id INTEGER PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    to_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX people_merges_to ON people_merges (to_id);

  -- Photos whose row in photo_text has outdated names of people.
  CREATE TABLE stale_texts (
    photo_id INTEGER PRIMARY KEY
  ) STRICT;
`;

/** Counts a face that was added or removed. Only faces in listed photos count. */
function counted(row: 'new' | 'old', sign: '+' | '-'): string {
  // A photo counts for a person if it has at least one face of that person.
  const others = row === 'new' ? 1 : 0;
  return `
    UPDATE person_counts SET
      faces = faces ${sign} (1 - s.hidden), photos = photos ${sign} (1 - s.hidden) * s.turns,
      hidden_faces = hidden_faces ${sign} s.hidden, hidden_photos = hidden_photos ${sign} s.hidden * s.turns
    FROM (
      SELECT coalesce(g.hidden, 0) AS hidden,
        (SELECT count(*) = ${others} FROM faces WHERE person_id = ${row}.person_id AND photo_id = p.id) AS turns
      FROM photos p LEFT JOIN photo_flags g ON g.photo_id = p.id WHERE p.id = ${row}.photo_id AND p.listed = 1
    ) s
    WHERE person_counts.person_id = ${row}.person_id;`;
}

/**
 * Updates the counts for all faces of a photo that changes.
 * @param shown, hidden SQL: the number of visible and hidden photos that each person in it gains, −1 to 1
 */
function countedAll(photo: string, shown: string, hidden: string): string {
  return `
    UPDATE person_counts SET
      faces = faces + (${shown}) * f.n, photos = photos + (${shown}),
      hidden_faces = hidden_faces + (${hidden}) * f.n, hidden_photos = hidden_photos + (${hidden})
    FROM (SELECT person_id, count(*) AS n FROM faces WHERE photo_id = ${photo} AND person_id IS NOT NULL
      GROUP BY person_id) f
    WHERE person_counts.person_id = f.person_id;`;
}

const isListed = (photo: string): string => `EXISTS (SELECT 1 FROM photos WHERE id = ${photo} AND listed = 1)`;
const isHidden = (photo: string): string => `coalesce((SELECT hidden FROM photo_flags WHERE photo_id = ${photo}), 0)`;

const isNamed = (person: string): string => `EXISTS (SELECT 1 FROM people WHERE id = ${person} AND name IS NOT NULL)`;
const stale = (photos: string): string => `INSERT OR IGNORE INTO stale_texts (photo_id) ${photos};`;
const namesChange = `UPDATE facet_versions SET version = version + 1 WHERE facet = 'names'`;

export const peopleCountTriggers = `
  CREATE TRIGGER counts_person_added AFTER INSERT ON people BEGIN
    INSERT INTO person_counts (person_id, named) VALUES (new.id, new.name IS NOT NULL);
    ${namesChange} AND new.name IS NOT NULL;
  END;
  CREATE TRIGGER counts_person_named AFTER UPDATE OF name ON people WHEN old.name IS NOT new.name BEGIN
    UPDATE person_counts SET named = new.name IS NOT NULL WHERE person_id = new.id;
    ${namesChange};
    ${stale('SELECT photo_id FROM faces WHERE person_id = new.id')}
  END;
  CREATE TRIGGER counts_person_removed BEFORE DELETE ON people WHEN old.name IS NOT NULL BEGIN
    ${namesChange};
    ${stale('SELECT photo_id FROM faces WHERE person_id = old.id')}
  END;

  CREATE TRIGGER counts_face_added AFTER INSERT ON faces WHEN new.person_id IS NOT NULL BEGIN${counted('new', '+')}
    ${stale(`SELECT new.photo_id WHERE ${isNamed('new.person_id')}`)}
  END;
  CREATE TRIGGER counts_face_moved AFTER UPDATE OF person_id ON faces WHEN old.person_id IS NOT new.person_id BEGIN
    ${counted('old', '-')}
    ${counted('new', '+')}
    ${stale(`SELECT new.photo_id WHERE ${isNamed('old.person_id')} OR ${isNamed('new.person_id')}`)}
  END;
  CREATE TRIGGER counts_face_removed AFTER DELETE ON faces WHEN old.person_id IS NOT NULL BEGIN${counted('old', '-')}
    ${stale(`SELECT old.photo_id WHERE ${isNamed('old.person_id')}`)}
  END;

  CREATE TRIGGER counts_flags_added AFTER INSERT ON photo_flags
  WHEN new.hidden = 1 AND ${isListed('new.photo_id')} BEGIN${countedAll('new.photo_id', '-1', '1')}
  END;
  CREATE TRIGGER counts_flags_changed AFTER UPDATE OF hidden ON photo_flags
  WHEN old.hidden <> new.hidden AND ${isListed('new.photo_id')} BEGIN
    ${countedAll('new.photo_id', 'old.hidden - new.hidden', 'new.hidden - old.hidden')}
  END;
  CREATE TRIGGER counts_flags_removed AFTER DELETE ON photo_flags
  WHEN old.hidden = 1 AND ${isListed('old.photo_id')} BEGIN${countedAll('old.photo_id', '1', '-1')}
  END;
  CREATE TRIGGER counts_photo_changed AFTER UPDATE OF indexed_at, deleted_at ON photos
  WHEN old.listed <> new.listed BEGIN
    ${countedAll(
      'new.id',
      `(new.listed - old.listed) * (1 - ${isHidden('new.id')})`,
      `(new.listed - old.listed) * ${isHidden('new.id')}`,
    )}
  END;
  -- A BEFORE trigger, since the photo's faces and flags are deleted with it.
  CREATE TRIGGER counts_photo_removed BEFORE DELETE ON photos WHEN old.listed = 1 BEGIN
    ${countedAll('old.id', `${isHidden('old.id')} - 1`, `- ${isHidden('old.id')}`)}
  END;
`;
