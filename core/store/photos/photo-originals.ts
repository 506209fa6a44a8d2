import { withheldOn } from '../../db/withheld.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { Db, Statement } from '../../db/open.ts';
import type { ViewerScope } from '../../domain/viewer-scope.ts';
import { isSeen, inScope, type ScopeParameters } from './scope-parameters.ts';

/** A photo's original, as a separate file. */
export interface OriginalFile {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  /** Bytes, as reported by the store. */
  readonly size: number;
  /** Epoch seconds, and the wall clock at the place of capture. */
  readonly takenAt: number;
  readonly takenAtLocal: string;
  /** The media type of the motion part that the source has as a separate file; null if there is none. */
  readonly motionType: string | null;
}

/** Totals of a set of photos. */
export interface OriginalsSum {
  readonly count: number;
  /** The bytes of all originals and their motion parts, as reported by the store. */
  readonly bytes: number;
  /** Wall clocks of the oldest and the newest; null without photos. */
  readonly first: string | null;
  readonly last: string | null;
}

type OriginalsRequest = ScopeParameters & { readonly ids: string };

/** Reads facts about the originals of listed photos, without those that the viewer may not see. */
export class PhotoOriginals {
  readonly #withheld: WithheldFrom;
  readonly #some: Statement<[OriginalsRequest], OriginalFile>;
  readonly #sum: Statement<[OriginalsRequest], OriginalsSum>;

  constructor(db: Db) {
    this.#withheld = withheldOn(db);
    const from = `FROM photos p LEFT JOIN motions m ON m.photo_id = p.id AND m.start IS NULL
      WHERE p.id IN (SELECT value FROM json_each(:ids)) AND p.listed = 1 AND ${isSeen('p.id')}`;
    this.#some = db.prepare(
      `SELECT p.id, p.uid, p.name, p.size, p.taken_at AS takenAt, p.taken_at_local AS takenAtLocal,
        m.media_type AS motionType ${from}`,
    );
    this.#sum = db.prepare(`
      SELECT count(*) AS count, coalesce(sum(p.size + coalesce(m.size, 0)), 0) AS bytes, min(p.taken_at_local) AS first,
        max(p.taken_at_local) AS last ${from}`);
  }

  /** By id. */
  some(ids: readonly number[], scope: ViewerScope): Map<number, OriginalFile> {
    return new Map(this.#some.all(this.#asked(ids, scope)).map((row) => [row.id, row]));
  }

  sum(ids: readonly number[], scope: ViewerScope): OriginalsSum {
    return this.#sum.get(this.#asked(ids, scope)) ?? { count: 0, bytes: 0, first: null, last: null };
  }

  #asked(ids: readonly number[], scope: ViewerScope): OriginalsRequest {
    return { ids: JSON.stringify(ids), ...inScope(scope, this.#withheld) };
  }
}
