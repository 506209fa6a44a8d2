import type { Migration } from '../migrate.ts';

/**
 * Running merges have records, and no longer a table of their own. A merge that was begun before there were records gets one
 * that is too old to be undone, since the state before it is unknown.
 */
export const mergesOnRecord: Migration = {
  id: 10,
  name: '0010-merges-on-record',
  up: (db) => {
    db.exec(`
      INSERT INTO merge_records (state, person_id, name, name_key, cover_face_id, hidden, created_at, target_id, merged_at)
        SELECT 'merging', p.id, p.name, p.name_key, p.cover_face_id, p.hidden, p.created_at, m.to_id, 0
        FROM people_merges m JOIN people p ON p.id = m.from_id
        WHERE NOT EXISTS (SELECT 1 FROM merge_records WHERE person_id = m.from_id AND state = 'merging');
      DROP TABLE people_merges;
    `);
  },
};
