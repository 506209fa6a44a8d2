import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../..');

/** For each table with decisions of users, or data that belongs to them: the only files that write it. */
const writers: Readonly<Record<string, readonly string[]>> = {
  face_decisions: ['people/decisions.ts'],
  face_refusals: ['people/decisions.ts'],
  face_rejections: ['people/decisions.ts'],
  face_ignores: ['people/decisions.ts'],
  people_kept_apart: ['people/decisions.ts'],
  // Faces that a model found, and their owners.
  faces: ['people/face-owners.ts', 'people/found-faces.ts'],
  people: ['people/people.ts'],
  merge_records: ['people/merge-records.ts'],
  merge_record_faces: ['people/merge-records.ts'],
  merge_record_refusals: ['people/merge-records.ts'],
  merge_record_apart: ['people/merge-records.ts'],
  withholdings: ['household/withholdings.ts'],
  merge_record_withholdings: ['household/withholdings.ts'],
  tags: ['photos/tags.ts'],
  photo_tags: ['photos/tags.ts'],
  tag_refusals: ['photos/tags.ts'],
  source_people: ['photos/source-people.ts'],
  source_favorites: ['photos/photo-flags.ts'],
  photo_flags: ['photos/photo-flags.ts'],
  favorites: ['photos/photo-flags.ts'],
  own_hidden_photos: ['photos/photo-flags.ts'],
  photo_edits: ['photos/edited-facts.ts'],
  photo_edit_changes: ['photos/edit-records.ts'],
  shares: ['shares/share-rows.ts'],
  share_photos: ['shares/shared-lists.ts'],
  sharing: ['shares/sharing-switch.ts'],
  motions: ['photos/motions.ts'],
  motions_due: ['photos/motions.ts'],
  folders: ['photos/photo-folders.ts'],
  folder_settings: ['photos/folder-switch.ts'],
  album_photos: ['photos/synced-albums.ts'],
  trip_decisions: ['trips/trip-decisions.ts'],
  trip_anchors: ['trips/trip-decisions.ts'],
  trip_steps: ['decision-steps.ts'],
  stack_decisions: ['stacks/stack-decisions.ts'],
  stack_steps: ['decision-steps.ts'],
  own_albums: ['albums/own-albums.ts'],
  own_album_photos: ['albums/own-album-photos.ts'],
  albums_off_timeline: ['albums/off-timeline.ts'],
};

/** The tables that SQL in a source file writes. An interpolated table name may be any string of the file. */
function tablesWritten(program: string): Set<string> {
  const statement =
    /\b(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(\w+|\$\{)/g;
  const written = [...program.matchAll(statement)].map(([, table = '']) => table);
  const named = [...program.matchAll(/'(\w+)'/g)].map(([, table = '']) => table);
  return new Set(written.flatMap((table) => (table === '${' ? named : table)));
}

describe('the tables with decisions of users', () => {
  const files = ['core', 'plugins']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.startsWith('core/db/migrations/'));
  const found = new Map<string, string[]>();
  for (const file of files) {
    for (const table of tablesWritten(readFileSync(join(root, file), 'utf8'))) {
      found.set(table, [...(found.get(table) ?? []), file]);
    }
  }

  for (const [table, owners] of Object.entries(writers)) {
    it(`${table} is written only by ${owners.join(' and ')}`, () => {
      expect(found.get(table)?.sort()).to.deep.equal(owners.map((file) => `core/store/${file}`));
    });
  }
});
