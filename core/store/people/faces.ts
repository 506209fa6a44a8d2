import { LRUCache } from 'lru-cache';
import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn, rawOn } from '../../db/statements.ts';
import { blobToVector } from '../../db/vectors.ts';
import { withheldOn } from '../../db/withheld.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import { faceDimensions } from '../../domain/face-dimensions.ts';
import type { FaceRow } from '../../domain/photo.ts';
import { turnBox, type Turn } from '../../domain/turn.ts';
import type { Audience, ListScope, ViewerScope } from '../../domain/viewer-scope.ts';
import { isNotWithheld, isSeen, inScope, type ScopeParameters } from '../photos/scope-parameters.ts';
import { isFace, isToBeNamed } from './sql-parts.ts';

type Row = Omit<FaceRow, 'box'> & { x: number; y: number; w: number; h: number; turned: Turn };

interface Page {
  readonly limit: number;
  readonly offset: number;
}

type FacePageRequest = Page & ScopeParameters;

/** The facts about a face that an edit needs. */
export interface OwnedFace {
  readonly id: number;
  readonly photoId: number;
  readonly personId: number | null;
}

/** The id of a face, and what the viewer may see. */
type One = ScopeParameters & { readonly id: number };

/** The crop file of a face, in the orientation of the photo's file. */
export interface FaceCrop {
  /** 0 without a crop. */
  readonly number: number;
  /** Degrees clockwise by which users have rotated the photo. */
  readonly turned: Turn;
}

/** The position of an unassigned face in their order. */
export interface FacePlace {
  readonly id: number;
  readonly score: number;
}

/** Sorts before every face. */
const beforeAll: FacePlace = { id: 0, score: 1e9 };

interface DecidedFaces {
  readonly page: Statement<[FacePageRequest], Row>;
  readonly total: Statement<[ScopeParameters], number>;
}

const columns = `f.id, p.uid AS photoUid, f.person_id AS personId, n.name AS personName, f.x, f.y, f.w, f.h, f.score,
  f.assigned_by AS assignedBy, f.crop, p.turned`;
const isShown = `p.listed = 1 AND ${isSeen('p.id')}`;

/** Hidden and deleted photos. They are few, so their faces are excluded by a list, and an index serves the rest. */
const unseen = `SELECT photo_id FROM photo_flags WHERE hidden = 1 AND NOT :hidden
  UNION SELECT id FROM photos INDEXED BY photos_deleted WHERE deleted_at IS NOT NULL`;

/** Reads the faces found in photos. A photo that was deleted upstream has no faces. */
export class Faces {
  readonly #withheld: WithheldFrom;
  readonly #ofPhoto: Statement<[number], Row>;
  readonly #ofPerson: Statement<[FacePageRequest & { person: number }], Row>;
  readonly #unassigned: Statement<[FacePageRequest], Row>;
  readonly #unassignedTotal: Statement<[{ hidden: 0 | 1 }], number>;
  readonly #unassignedWithheld: Statement<[{ hidden: 0 | 1; photos: string }], number>;
  /** The number of unassigned faces in withheld photos: by version, with or without hidden photos. */
  readonly #fewer = new LRUCache<string, number>({ max: 8 });
  readonly #unassignedAfter: Statement<[FacePlace & ScopeParameters & { limit: number }], FacePlace>;
  readonly #notFaces: DecidedFaces;
  readonly #ignored: DecidedFaces;
  readonly #row: Statement<[One], Row>;
  readonly #known: Statement<[One], OwnedFace>;
  readonly #crop: Statement<[One], FaceCrop>;
  readonly #embedding: Statement<[string, number], Buffer>;
  readonly #unassignedAmong: Statement<[string], number>;
  readonly #personsInPhoto: Statement<[number], number>;
  readonly #photosOf: Statement<[string], [face: number, photo: number]>;
  readonly #ownersOf: Statement<[string], [face: number, person: number]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const raw = rawOn(db);
    this.#withheld = withheldOn(db);
    const joinName = 'LEFT JOIN people n ON n.id = f.person_id';
    this.#ofPhoto = db.prepare(`
      SELECT ${columns} FROM faces f JOIN photos p ON p.id = f.photo_id ${joinName}
      WHERE f.photo_id = ? AND ${isFace('f.id')}`);
    this.#ofPerson = db.prepare(`
      SELECT ${columns} FROM faces f INDEXED BY faces_best CROSS JOIN photos p ON p.id = f.photo_id ${joinName}
      WHERE f.person_id = :person AND ${isShown} ORDER BY f.quality DESC, f.score DESC, f.id LIMIT :limit OFFSET :offset`);
    this.#unassigned = db.prepare(`
      SELECT ${columns} FROM (
        SELECT id FROM faces INDEXED BY faces_unassigned WHERE person_id IS NULL AND photo_id NOT IN (${unseen})
          AND ${isNotWithheld('photo_id')} AND ${isToBeNamed('faces.id')}
        ORDER BY score DESC, id LIMIT :limit OFFSET :offset) page
        CROSS JOIN faces f ON f.id = page.id CROSS JOIN photos p ON p.id = f.photo_id ${joinName}
      ORDER BY f.score DESC, f.id`);
    // Faces in hidden photos, non-faces and ignored ones are few: they are counted, and subtracted from the total.
    this.#unassignedTotal = plucked(`
      SELECT (SELECT count(*) FROM faces INDEXED BY faces_unassigned WHERE person_id IS NULL)
        - (SELECT count(*) FROM (${unseen}) u CROSS JOIN faces f ON f.photo_id = u.photo_id
            WHERE f.person_id IS NULL AND ${isFace('f.id')})
        - (SELECT count(*) FROM face_rejections r CROSS JOIN faces f ON f.id = r.face_id WHERE f.person_id IS NULL)
        - (SELECT count(*) FROM face_ignores i CROSS JOIN faces f ON f.id = i.face_id
            WHERE f.person_id IS NULL AND ${isFace('f.id')} AND f.photo_id NOT IN (${unseen}))`);
    this.#unassignedWithheld = plucked(`
      SELECT count(*) FROM json_each(:photos) w CROSS JOIN faces f ON f.photo_id = w.value
      WHERE f.person_id IS NULL AND f.photo_id NOT IN (${unseen}) AND ${isToBeNamed('f.id')}`);
    const after = `faces INDEXED BY faces_unassigned
        WHERE person_id IS NULL AND (score < :score OR (score = :score AND id > :id))
          AND photo_id NOT IN (${unseen})
          AND ${isNotWithheld('photo_id')} AND ${isToBeNamed('faces.id')}
        ORDER BY score DESC, id LIMIT :limit`;
    this.#unassignedAfter = db.prepare(`SELECT id, score FROM ${after}`);
    const decided = (table: string, condition: string): DecidedFaces => {
      const from = `${table} r CROSS JOIN faces f ON f.id = r.face_id JOIN photos p ON p.id = f.photo_id`;
      return {
        page: db.prepare(`
          SELECT ${columns} FROM ${from} ${joinName} WHERE ${isShown} AND ${condition}
          ORDER BY r.decided_at DESC, f.id DESC LIMIT :limit OFFSET :offset`),
        total: plucked<[ScopeParameters], number>(`SELECT count(*) FROM ${from} WHERE ${isShown} AND ${condition}`),
      };
    };
    this.#notFaces = decided('face_rejections', 'TRUE');
    this.#ignored = decided('face_ignores', isFace('f.id'));
    const existing = 'faces f JOIN photos p ON p.id = f.photo_id AND p.deleted_at IS NULL';
    const isOne = `f.id = :id AND ${isSeen('f.photo_id')}`;
    this.#row = db.prepare(`SELECT ${columns} FROM ${existing} ${joinName} WHERE ${isOne}`);
    this.#known = db.prepare(`
      SELECT f.id, f.photo_id AS photoId, f.person_id AS personId FROM ${existing} WHERE ${isOne}`);
    this.#crop = db.prepare(`SELECT f.crop AS number, p.turned FROM ${existing} WHERE ${isOne}`);
    this.#embedding = plucked('SELECT embedding FROM face_embeddings WHERE model = ? AND face_id = ?');
    this.#unassignedAmong = plucked(`
      SELECT id FROM faces WHERE person_id IS NULL AND ${isToBeNamed('faces.id')}
        AND id IN (SELECT value FROM json_each(?))`);
    this.#personsInPhoto = plucked('SELECT DISTINCT person_id FROM faces WHERE photo_id = ? AND person_id IS NOT NULL');
    this.#photosOf = raw(
      `SELECT id, photo_id FROM faces WHERE id IN (SELECT value FROM json_each(?)) AND ${isFace('faces.id')}`,
    );
    this.#ownersOf = raw(
      'SELECT id, person_id FROM faces WHERE person_id IS NOT NULL AND id IN (SELECT value FROM json_each(?))',
    );
  }

  /** The person of each of these faces that is assigned. */
  ownersOf(faces: readonly number[]): Map<number, number> {
    return new Map(this.#ownersOf.all(JSON.stringify(faces)));
  }

  /** The faces of one photo, from left to right. */
  ofPhoto(photo: { id: number }): FaceRow[] {
    return this.#ofPhoto
      .all(photo.id)
      .map(faceRow)
      .sort((a, b) => a.box.x - b.box.x || a.id - b.id);
  }

  /** The faces of one person, best first. */
  ofPerson(person: number, page: Page, scope: ListScope): FaceRow[] {
    return this.#ofPerson.all({ person, ...page, ...this.#seen(scope) }).map(faceRow);
  }

  /** Unassigned faces, highest detection score first. */
  unassigned(page: Page, scope: ListScope): { faces: FaceRow[]; total: number } {
    const { hidden, withheld } = this.#seen(scope);
    const total = this.#unassignedTotal.get({ hidden }) ?? 0;
    return {
      faces: this.#unassigned.all({ ...page, hidden, withheld }).map(faceRow),
      total: withheld === 0 ? total : total - this.#fewerFor(scope.audience, hidden),
    };
  }

  /**
   * The next unassigned faces in visible photos, in the order of `unassigned`.
   * @param last null: from the first one
   */
  unassignedAfter(last: FacePlace | null, limit: number, scope: ListScope): FacePlace[] {
    return this.#unassignedAfter.all({ ...(last ?? beforeAll), limit, ...this.#seen(scope) });
  }

  /** Detections that users marked as not being a face, latest decision first. */
  notFaces(page: Page, scope: ListScope): { faces: FaceRow[]; total: number } {
    return decidedPage(this.#notFaces, page, this.#seen(scope));
  }

  /** Faces that users chose to ignore, latest decision first. */
  ignored(page: Page, scope: ListScope): { faces: FaceRow[]; total: number } {
    return decidedPage(this.#ignored, page, this.#seen(scope));
  }

  row(id: number, scope: ViewerScope): FaceRow | undefined {
    const row = this.#row.get(this.#one(id, scope));
    return row && faceRow(row);
  }

  get(id: number, scope: ViewerScope): OwnedFace | undefined {
    return this.#known.get(this.#one(id, scope));
  }

  /** Undefined if the viewer may not see the face, or it does not exist. */
  crop(id: number, scope: ViewerScope): FaceCrop | undefined {
    return this.#crop.get(this.#one(id, scope));
  }

  /** An embedding of length 1 with 512 values. @param model the model of the embedding */
  embedding(id: number, model: string): Float32Array | undefined {
    const blob = this.#embedding.get(model, id);
    return blob && blobToVector(blob, faceDimensions);
  }

  /** The unassigned faces among these, in any order. */
  unassignedAmong(ids: readonly number[]): number[] {
    return this.#unassignedAmong.all(JSON.stringify(ids));
  }

  personsInPhoto(photo: number): number[] {
    return this.#personsInPhoto.all(photo);
  }

  /** The photo of each of these faces; without faces that no longer exist, or are not faces by decision. */
  photosOf(faces: readonly number[]): Map<number, number> {
    return new Map(this.#photosOf.all(JSON.stringify(faces)));
  }

  #fewerFor(audience: Audience, hidden: 0 | 1): number {
    const { key, version, photos } = this.#withheld(audience);
    const cacheKey = `${key} ${version} ${hidden}`;
    const cached = this.#fewer.get(cacheKey);
    if (cached !== undefined) return cached;
    const fewer = this.#unassignedWithheld.get({ hidden, photos: JSON.stringify([...photos]) }) ?? 0;
    this.#fewer.set(cacheKey, fewer);
    return fewer;
  }

  #seen({ audience, withHidden }: ListScope): ScopeParameters {
    return { hidden: withHidden ? 1 : 0, withheld: this.#withheld(audience).key };
  }

  #one(id: number, scope: ViewerScope): One {
    return { id, ...inScope(scope, this.#withheld) };
  }
}

function decidedPage(
  { page, total }: DecidedFaces,
  part: Page,
  parameters: ScopeParameters,
): { faces: FaceRow[]; total: number } {
  return { faces: page.all({ ...part, ...parameters }).map(faceRow), total: total.get(parameters) ?? 0 };
}

const faceRow = ({ x, y, w, h, turned, ...face }: Row): FaceRow => ({
  ...face,
  box: turnBox({ x, y, w, h }, turned),
});
