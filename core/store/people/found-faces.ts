import { dot } from '../../domain/dot-product.ts';
import { blobToVector, vectorToBlob } from '../../db/vectors.ts';
import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { faceDimensions } from '../../domain/face-dimensions.ts';
import type { PhotoKind } from '../../domain/photo-kind.ts';
import { sameBoxes } from '../../domain/same-boxes.ts';
import { sameFaces } from '../../domain/same-faces.ts';
import { overlapOf, type Box } from '../../plugin-api/toolkit/boxes.ts';
import { FaceOwners } from './face-owners.ts';
import { isDecidedOrCover } from './sql-parts.ts';

export interface FoundFace {
  /** Fractions of the upright photo. */
  readonly box: Box;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly score: number;
  /** 0 to 1: how well the picture distinguishes this person from others. */
  readonly quality: number;
  /** 512 values. */
  readonly embedding: Float32Array;
}

/** A face of a photo in the index. */
export interface KnownFace extends Box {
  readonly id: number;
  /** JSON. */
  readonly points: string;
  readonly score: number;
  /** The number of the crop file; 0 without one. */
  readonly crop: number;
  /** Whether there is a decision about the face, so that it stays even if models no longer find it. */
  readonly decided: 0 | 1;
}

/** A photo whose current content was read. */
export interface CroppedPhoto {
  readonly id: number;
  readonly uid: string;
  readonly kind: PhotoKind;
}

/** The faces of a photo, after the result of a model was stored. */
export interface StoredFaces {
  /** The ids of the faces that the model found, in its order. */
  readonly ids: readonly number[];
  /** Those among `ids` whose crop is still valid, since their box has not moved. */
  readonly unmoved: ReadonlySet<number>;
  /** Faces that the model did not find again. They are still in the index, and must be removed. */
  readonly gone: readonly number[];
}

interface FaceColumns extends Box {
  readonly points: string;
  readonly score: number;
  readonly quality: number;
}

/**
 * In what known faces of a photo were found: in the same picture, in another one of the same content, or in content that
 * was replaced since, which may show anybody.
 */
type SeenBefore = 'this picture' | 'another picture' | 'other content';

/** The minimum overlap of an old and a new box with which the crop of the old box is kept. */
const unmovedBox = 0.9;

/** The minimum cosine similarity of two embeddings that differ only by rounding, or by a box that moved by a pixel. */
const sameEmbedding = 0.999;

/** Faces as found by models in photos. `FaceOwners` writes their owners. */
export class FoundFaces {
  readonly #known: Statement<[number], KnownFace>;
  readonly #photoOf: Statement<[number], CroppedPhoto>;
  readonly #add: Statement<[FaceColumns & { photoId: number }], number>;
  readonly #update: Statement<[FaceColumns & { id: number }]>;
  readonly #embeddingOf: Statement<[string, number], Buffer>;
  readonly #putEmbedding: Statement<[{ faceId: number; model: string; embedding: Buffer }]>;
  readonly #owners: FaceOwners;
  readonly #cropped: Statement<[number]>;
  readonly #turned: Statement<[number]>;
  readonly #remove: Statement<[number]>;
  readonly #removed: Statement<[number], number>;
  readonly #forgetRemoved: Statement<[string]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const isDecidedFace = isDecidedOrCover('faces.id');
    this.#known = db.prepare(`
      SELECT id, x, y, w, h, points, score, crop, ${isDecidedFace} AS decided FROM faces WHERE photo_id = ? ORDER BY id`);
    this.#photoOf = db.prepare(`
      SELECT photos.id, photos.uid, photos.kind FROM faces JOIN photos ON photos.id = faces.photo_id
      WHERE faces.id = ? AND faces.crop > 0 AND photos.state = 'indexed' AND photos.deleted_at IS NULL`);
    this.#add = plucked(`
      INSERT INTO faces (photo_id, x, y, w, h, points, score, quality)
      VALUES (:photoId, :x, :y, :w, :h, :points, :score, :quality) RETURNING id`);
    this.#update = db.prepare(`
      UPDATE faces SET x = :x, y = :y, w = :w, h = :h, points = :points, score = :score, quality = :quality
      WHERE id = :id`);
    this.#embeddingOf = plucked('SELECT embedding FROM face_embeddings WHERE model = ? AND face_id = ?');
    this.#putEmbedding = db.prepare(`
      INSERT INTO face_embeddings (face_id, model, embedding) VALUES (:faceId, :model, :embedding)
      ON CONFLICT (model, face_id) DO UPDATE SET embedding = excluded.embedding`);
    this.#owners = new FaceOwners(db);
    this.#cropped = db.prepare('UPDATE faces SET crop = crop + 1 WHERE id = ?');
    this.#turned = db.prepare('UPDATE faces SET crop = crop + 1 WHERE photo_id = ? AND crop > 0');
    this.#remove = db.prepare(`DELETE FROM faces WHERE id = ? AND NOT ${isDecidedFace}`);
    this.#removed = plucked('SELECT face_id FROM removed_faces LIMIT ?');
    this.#forgetRemoved = db.prepare('DELETE FROM removed_faces WHERE face_id IN (SELECT value FROM json_each(?))');
  }

  known(photoId: number): KnownFace[] {
    return this.#known.all(photoId);
  }

  /** The photo of a face that has a crop; undefined if the photo no longer exists, or its content is still to be read. */
  photoOf(faceId: number): CroppedPhoto | undefined {
    return this.#photoOf.get(faceId);
  }

  /**
   * Stores the faces that a model found. A face at the position of a known one is that face, unless their embeddings tell
   * them apart: it keeps its id, its person and all decisions. In other content, the position alone says nothing. Must be
   * called in a transaction.
   * @param of.model the model of the embeddings in `found`
   * @param of.clusteredBy the model by whose embeddings faces are grouped: a face whose embedding changes is examined again
   */
  store(
    photoId: number,
    found: readonly FoundFace[],
    of: { readonly model: string; readonly clusteredBy: string | null; readonly seenBefore: SeenBefore },
  ): StoredFaces {
    const { model, clusteredBy, seenBefore } = of;
    const known = this.#known.all(photoId);
    const matches = this.#matches(known, found, model, seenBefore);
    const unmoved = new Set<number>();
    const ids = found.map(({ box, points, score, quality, embedding }, index) => {
      const columns: FaceColumns = { ...box, points: JSON.stringify(points), score, quality };
      const before = matches[index];
      if (before) this.#update.run({ ...columns, id: before.id });
      const faceId = before?.id ?? this.#add.get({ ...columns, photoId });
      if (faceId === undefined) throw new Error('SQLite gave a new face no id');
      const isChanged = this.#embed(faceId, model, embedding);
      if (before && isChanged && model === clusteredBy) this.#owners.examineAgain([faceId]);
      if (before && before.crop > 0 && overlapOf(before, box) > unmovedBox) unmoved.add(faceId);
      return faceId;
    });
    const foundIds = new Set(ids);
    return { ids, unmoved, gone: known.flatMap(({ id, decided }) => (decided || foundIds.has(id) ? [] : [id])) };
  }

  /** Records a new crop file for each of these faces, with the next number. */
  cropped(ids: readonly number[]): void {
    for (const id of ids) this.#cropped.run(id);
  }

  /** Gives the crops of a photo's faces the next number, so that browsers fetch them in the new rotation. */
  turned(photoId: number): void {
    this.#turned.run(photoId);
  }

  /** Removes faces without any decision. @returns the removed ones */
  remove(ids: readonly number[]): number[] {
    return ids.filter((id) => this.#remove.run(id).changes > 0);
  }

  /** Up to `limit` removed faces that may have left a crop file. */
  removed(limit: number): number[] {
    return this.#removed.all(limit);
  }

  /** Records that the crop files of these faces are deleted. */
  forgetRemoved(ids: readonly number[]): void {
    this.#forgetRemoved.run(JSON.stringify(ids));
  }

  /** For each found face, the known one that it is. */
  #matches(
    known: readonly KnownFace[],
    found: readonly FoundFace[],
    model: string,
    seenBefore: SeenBefore,
  ): (KnownFace | undefined)[] {
    if (seenBefore === 'this picture') {
      return sameBoxes(
        known,
        found.map(({ box }) => box),
      );
    }
    const embeddings = new Map(known.map(({ id }) => [id, this.#embeddingBefore(id, model)]));
    const comparable = seenBefore === 'other content' ? known.filter(({ id }) => embeddings.get(id)) : known;
    return sameFaces(comparable, found, ({ id }) => embeddings.get(id));
  }

  /** @returns whether the embedding differs from the previous one, or is the first */
  #embed(faceId: number, model: string, embedding: Float32Array): boolean {
    const before = this.#embeddingBefore(faceId, model);
    if (before && dot(before, embedding) >= sameEmbedding) return false;
    this.#putEmbedding.run({ faceId, model, embedding: vectorToBlob(embedding, faceDimensions) });
    return true;
  }

  #embeddingBefore(faceId: number, model: string): Float32Array | undefined {
    const blob = this.#embeddingOf.get(model, faceId);
    return blob && blobToVector(blob, faceDimensions);
  }
}
