import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { FileRow } from './file-row.ts';
import type { Feed } from './feed.ts';
import { pairFiles } from './pair-files.ts';

type Member = Pick<FileRow, 'id' | 'path' | 'folder' | 'stem' | 'role' | 'main_id' | 'kind' | 'seq' | 'content_id'>;
type Place = Pick<FileRow, 'role' | 'main_id' | 'kind'>;

/** The properties by which the files of a live photo are found. */
export type Kin = Pick<FileRow, 'folder' | 'stem' | 'content_id'>;

/** The identifier is ignored if a folder contains more copies than this. */
const maxCopies = 20;

/** Links the motion parts of live photos with their stills. [Note: pairs of files] */
export class LivePairs {
  readonly #feed: Feed;
  readonly #named: SqliteStatement<[string], Member>;
  readonly #identified: SqliteStatement<[string, string, number], Member>;
  readonly #place: SqliteStatement<[{ id: number } & Place]>;

  constructor(db: SqliteDatabase, feed: Feed) {
    this.#feed = feed;
    const select = 'SELECT id, path, folder, stem, role, main_id, kind, seq, content_id FROM files';
    this.#named = db.prepare(`${select} WHERE stem = ? AND role <> 'held'`);
    this.#identified = db.prepare(`${select} WHERE folder = ? AND content_id = ? AND role <> 'held' LIMIT ?`);
    this.#place = db.prepare('UPDATE files SET role = @role, main_id = @main_id, kind = @kind WHERE id = @id');
  }

  /**
   * Updates the links of related files after one of them was added, removed or changed, and adds the changes to the feed.
   * @param kin names and identifier of that file before and after the change, if it exists then
   * @param touched the file whose content or name changed, if it still exists
   * @returns all related files, including those whose links changed
   */
  settle(kin: readonly Kin[], touched?: number): readonly Member[] {
    const members = this.#members(kin);
    const stillOf = pairFiles(members);
    const mains = new Set([...stillOf.values()].map(({ id }) => id));
    const changedIds = new Set<number>();
    const placed = members.map((member) => {
      const place = placeOf(member, stillOf.get(member.id), mains.has(member.id));
      const hasMoved = place.role !== member.role || place.main_id !== member.main_id || place.kind !== member.kind;
      if (hasMoved) this.#place.run({ id: member.id, ...place });
      if (hasMoved || member.id === touched) {
        // A motion part that was never in the timeline does not leave it.
        if (place.role === 'main' || (member.role === 'main' && member.seq !== null)) changedIds.add(member.id);
        if (place.main_id !== null) changedIds.add(place.main_id);
      }
      return { ...member, ...place };
    });
    for (const id of changedIds) this.#feed.photoChanged(id);
    return placed;
  }

  /** All files with these names or identifiers, transitively. */
  #members(kin: readonly Kin[]): Member[] {
    const members = new Map<number, Member>();
    const visited = new Set<string>();
    const queue = [...kin];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { folder, stem, content_id: identifier } = next;
      const found: Member[] = [];
      if (!visited.has(stem)) found.push(...this.#named.all(stem));
      visited.add(stem);
      // Paths contain no NUL.
      const key = `${folder}\0${String(identifier)}`;
      if (identifier !== null && !visited.has(key)) {
        const copies = this.#identified.all(folder, identifier, maxCopies + 1);
        if (copies.length <= maxCopies) found.push(...copies);
      }
      visited.add(key);
      for (const member of found) {
        if (members.has(member.id)) continue;
        members.set(member.id, member);
        queue.push(member);
      }
    }
    return [...members.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

function placeOf({ kind }: Member, still: Member | undefined, isMain: boolean): Place {
  if (still) return { role: 'film', main_id: still.id, kind };
  if (isMain) return { role: 'main', main_id: null, kind: 'live' };
  return { role: 'main', main_id: null, kind: kind === 'live' ? 'image' : kind };
}
