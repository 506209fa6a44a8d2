/** Near-duplicate photos: perceptual hashes, pairs of photos with similar hashes, and groups made from the pairs. */
export const nearDuplicates = `
  -- Perceptual hashes: 64 bits that hardly change when a picture is scaled, recompressed or retouched, and their four
  -- words of 16 bits.
  CREATE TABLE photo_hashes (
    photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    hash BLOB NOT NULL CHECK (length(hash) = 8),
    word0 INTEGER NOT NULL, word1 INTEGER NOT NULL, word2 INTEGER NOT NULL, word3 INTEGER NOT NULL,
    -- 0: not yet; 1: with all others that are compared; 2: not to be: a film, or a copy of a content that is compared
    compared INTEGER NOT NULL DEFAULT 0 CHECK (compared IN (0, 1, 2)),
    grouped INTEGER NOT NULL DEFAULT 1 CHECK (grouped IN (0, 1))     -- 0: its pairs have changed since
  ) STRICT;
  -- Each index contains all words, so a search by one word does not read the table.
  CREATE INDEX photo_hashes_word0 ON photo_hashes (word0, word1, word2, word3) WHERE compared = 1;
  CREATE INDEX photo_hashes_word1 ON photo_hashes (word1, word0, word2, word3) WHERE compared = 1;
  CREATE INDEX photo_hashes_word2 ON photo_hashes (word2, word0, word1, word3) WHERE compared = 1;
  CREATE INDEX photo_hashes_word3 ON photo_hashes (word3, word0, word1, word2) WHERE compared = 1;
  CREATE INDEX photo_hashes_new ON photo_hashes (photo_id) WHERE compared = 0;
  CREATE INDEX photo_hashes_ungrouped ON photo_hashes (photo_id) WHERE grouped = 0;

  CREATE TABLE near_duplicates (
    low_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    high_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    distance INTEGER NOT NULL,         -- bits
    sure INTEGER NOT NULL,             -- 0: the same picture only if the models say so too
    similarity REAL,                   -- cosine of the image embeddings; null while there are none
    model TEXT,                        -- that the similarity is by
    PRIMARY KEY (low_id, high_id),
    CHECK (low_id < high_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX near_duplicates_high ON near_duplicates (high_id);
  CREATE INDEX near_duplicates_unscored ON near_duplicates (low_id, high_id) WHERE model IS NULL;
  CREATE INDEX near_duplicates_model ON near_duplicates (model) WHERE model IS NOT NULL;

  CREATE TABLE near_groups (
    best_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    waste INTEGER NOT NULL             -- bytes of all but the largest, hidden ones and copies included
  ) STRICT;
  CREATE INDEX near_groups_waste ON near_groups (waste DESC, best_id);
  CREATE TABLE near_group_members (
    photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    best_id INTEGER NOT NULL REFERENCES near_groups (best_id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX near_group_members_best ON near_group_members (best_id);

  INSERT INTO facet_versions (facet) VALUES ('near_groups');
  CREATE TRIGGER near_groups_added AFTER INSERT ON near_groups BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'near_groups';
  END;
  CREATE TRIGGER near_groups_removed AFTER DELETE ON near_groups BEGIN
    UPDATE facet_versions SET version = version + 1 WHERE facet = 'near_groups';
  END;

  CREATE TRIGGER near_pair_added AFTER INSERT ON near_duplicates BEGIN
    UPDATE photo_hashes SET grouped = 0 WHERE photo_id IN (new.low_id, new.high_id);
  END;
  CREATE TRIGGER near_pair_scored AFTER UPDATE OF similarity ON near_duplicates
  WHEN old.similarity IS NOT new.similarity BEGIN
    UPDATE photo_hashes SET grouped = 0 WHERE photo_id IN (new.low_id, new.high_id);
  END;
  CREATE TRIGGER near_pair_removed AFTER DELETE ON near_duplicates BEGIN
    UPDATE photo_hashes SET grouped = 0 WHERE photo_id IN (old.low_id, old.high_id);
  END;

  -- A hash that changes is compared again.
  CREATE TRIGGER near_hash_changed AFTER UPDATE OF compared ON photo_hashes WHEN old.compared = 1 AND new.compared <> 1 BEGIN
    DELETE FROM near_duplicates WHERE low_id = new.photo_id OR high_id = new.photo_id;
  END;
  CREATE TRIGGER near_hash_removed AFTER DELETE ON photo_hashes BEGIN
    DELETE FROM near_duplicates WHERE low_id = old.photo_id OR high_id = old.photo_id;
  END;

  -- Of each content, one photo is compared. If it is removed or its content changes, another copy replaces it.
  CREATE TRIGGER near_content_changed AFTER UPDATE OF sha1 ON photos WHEN old.sha1 IS NOT new.sha1 BEGIN
    UPDATE photo_hashes SET compared = 0 WHERE photo_id = new.id;
    UPDATE photo_hashes SET compared = 0 WHERE photo_id = (
      SELECT h.photo_id FROM photos p JOIN photo_hashes h ON h.photo_id = p.id
      WHERE p.sha1 = old.sha1 AND h.compared = 2 LIMIT 1);
  END;
  CREATE TRIGGER near_content_removed AFTER DELETE ON photos WHEN old.sha1 IS NOT NULL BEGIN
    UPDATE photo_hashes SET compared = 0 WHERE photo_id = (
      SELECT h.photo_id FROM photos p JOIN photo_hashes h ON h.photo_id = p.id
      WHERE p.sha1 = old.sha1 AND h.compared = 2 LIMIT 1);
  END;
`;
