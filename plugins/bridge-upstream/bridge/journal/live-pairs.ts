import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';
import { extensionOf } from '../scan/photo-files.ts';
import type { FileRow } from './file-row.ts';
import type { Feed } from './feed.ts';

type Member = Pick<FileRow, 'id' | 'path' | 'role' | 'main_id' | 'kind' | 'seq'>;
type Place = Pick<FileRow, 'role' | 'main_id' | 'kind'>;

/** The still that carries the motion part, best first: phones that keep a JPEG beside the HEIC took the HEIC. */
const stills = ['heic', 'heif', 'jpg', 'jpeg', 'jpe'];

/** A still and one MOV of the same name in the same folder are one live photo: the motion part hangs on the still. */
export class LivePairs {
  readonly #feed: Feed;
  readonly #members: SqliteStatement<[string], Member>;
  readonly #place: SqliteStatement<[{ id: number } & Place]>;

  constructor(db: SqliteDatabase, feed: Feed) {
    this.#feed = feed;
    this.#members = db.prepare(
      "SELECT id, path, role, main_id, kind, seq FROM files WHERE stem = ? AND role <> 'held' ORDER BY path",
    );
    this.#place = db.prepare('UPDATE files SET role = @role, main_id = @main_id, kind = @kind WHERE id = @id');
  }

  /**
   * Brings the files of one stem into order after one of them came, went or changed, and tells the feed.
   * @param touched the file whose content or name changed, if it is still there
   * @returns the files that are there now; those whose place changed come with it
   */
  settle(stem: string, touched?: number): readonly Member[] {
    const members = this.#members.all(stem);
    const [motion, secondMotion] = members.filter(({ path, kind }) => extensionOf(path) === 'mov' && kind === 'video');
    const main = motion && !secondMotion ? bestStill(members) : undefined;
    const telling = new Set<number>();
    const settled = members.map((member) => {
      const place = placeOf(member, motion, main);
      const moved = place.role !== member.role || place.main_id !== member.main_id || place.kind !== member.kind;
      if (moved) this.#place.run({ id: member.id, ...place });
      if (moved || member.id === touched) {
        // A motion part that was never in the timeline has nothing to leave.
        if (place.role === 'main' || (member.role === 'main' && member.seq !== null)) telling.add(member.id);
        if (place.main_id !== null) telling.add(place.main_id);
      }
      return { ...member, ...place };
    });
    for (const id of telling) this.#feed.photoChanged(id);
    return settled;
  }
}

function bestStill(members: readonly Member[]): Member | undefined {
  const candidates = members.filter(({ kind }) => kind === 'image' || kind === 'live');
  for (const extension of stills) {
    const still = candidates.find(({ path }) => extensionOf(path) === extension);
    if (still) return still;
  }
  return undefined;
}

function placeOf(member: Member, motion: Member | undefined, main: Member | undefined): Place {
  if (main && member === motion) return { role: 'film', main_id: main.id, kind: member.kind };
  if (member === main) return { role: 'main', main_id: null, kind: 'live' };
  return { role: 'main', main_id: null, kind: member.kind === 'live' ? 'image' : member.kind };
}
