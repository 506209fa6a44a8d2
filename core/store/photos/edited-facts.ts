import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import {
  countedFacts,
  decidesNothing,
  decidesPlace,
  noDecision,
  type DecidableFacts,
  type PhotoDecision,
} from '../../domain/photo-edit.ts';
import { photoFacts, type PhotoFacts, type PhotoTags } from '../../domain/photo-facts.ts';
import type { Turn } from '../../domain/turn.ts';
import { Analyses } from '../models/analyses.ts';
import { FoundFaces } from '../people/found-faces.ts';

/** A photo with the decisions about it, and the facts from its file. */
export interface EditedPhoto {
  readonly decision: PhotoDecision;
  readonly file: DecidableFacts;
  /** Epoch seconds of the last decision; null if there is none. */
  readonly editedAt: number | null;
}

/** The changed fields of a decision; missing ones stay unchanged. */
export type DecisionChange = { readonly [Field in keyof PhotoDecision]?: PhotoDecision[Field] };

interface Row extends Omit<PhotoDecision, 'noPlace'> {
  readonly noPlace: 0 | 1;
  readonly editedAt: number;
  readonly fileTakenAt: number;
  readonly fileTakenAtLocal: string;
  readonly fileCaption: string | null;
  readonly fileLat: number | null;
  readonly fileLng: number | null;
  readonly filePlaceId: number | null;
}

const decided =
  'taken_at_local AS takenAtLocal, zone, lat, lng, place_id AS placeId, no_place AS noPlace, caption, rotation';
const facts = 'taken_at AS takenAt, taken_at_local AS takenAtLocal, caption, lat, lng, place_id AS placeId';

/**
 * Decisions about the time, place, caption and rotation of photos. The columns of `photos` contain the effective values: the
 * indexer passes facts from files through `over`, so that it cannot overwrite a decision. The file's own values are stored
 * here until the decision is undone.
 */
export class EditedFacts {
  readonly #of: Statement<[number], Row>;
  readonly #facts: Statement<[number], DecidableFacts>;
  readonly #turn: Statement<[number], { turned: Turn }>;
  readonly #keepFile: Statement<[DecidableFacts & { id: number }]>;
  readonly #put: Statement<[Pick<Row, keyof PhotoDecision> & DecidableFactsOfFile & { id: number; now: number }]>;
  readonly #remove: Statement<[number]>;
  readonly #show: Statement<[DecidableFacts & { id: number }]>;
  readonly #showTurned: Statement<[{ id: number; rotation: Turn }]>;
  readonly #exif: Statement<[number], string>;
  readonly #defaultZone: Statement<[number], string>;
  readonly #faces: FoundFaces;
  readonly #analyses: Analyses;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#of = db.prepare(`
      SELECT ${decided}, edited_at AS editedAt, file_taken_at AS fileTakenAt, file_taken_at_local AS fileTakenAtLocal,
        file_caption AS fileCaption, file_lat AS fileLat, file_lng AS fileLng, file_place_id AS filePlaceId
      FROM photo_edits WHERE photo_id = ?`);
    this.#facts = db.prepare(`SELECT ${facts} FROM photos WHERE id = ?`);
    this.#turn = db.prepare('SELECT turned FROM photos WHERE id = ?');
    this.#keepFile = db.prepare(`
      UPDATE photo_edits SET file_taken_at = :takenAt, file_taken_at_local = :takenAtLocal, file_caption = :caption,
        file_lat = :lat, file_lng = :lng, file_place_id = :placeId
      WHERE photo_id = :id`);
    this.#put = db.prepare(`
      INSERT INTO photo_edits (photo_id, taken_at_local, zone, lat, lng, place_id, no_place, caption, rotation, edited_at,
        file_taken_at, file_taken_at_local, file_caption, file_lat, file_lng, file_place_id)
      VALUES (:id, :takenAtLocal, :zone, :lat, :lng, :placeId, :noPlace, :caption, :rotation, :now,
        :fileTakenAt, :fileTakenAtLocal, :fileCaption, :fileLat, :fileLng, :filePlaceId)
      ON CONFLICT (photo_id) DO UPDATE SET taken_at_local = :takenAtLocal, zone = :zone, lat = :lat, lng = :lng,
        place_id = :placeId, no_place = :noPlace, caption = :caption, rotation = :rotation, edited_at = :now`);
    this.#remove = db.prepare('DELETE FROM photo_edits WHERE photo_id = ?');
    this.#show = db.prepare(`
      UPDATE photos SET taken_at = :takenAt, taken_at_local = :takenAtLocal, caption = :caption, lat = :lat, lng = :lng,
        place_id = :placeId
      WHERE id = :id`);
    this.#showTurned = db.prepare(`
      UPDATE photos SET turned = :rotation, thumb_revision = CASE thumb_revision WHEN 0 THEN 0 ELSE thumbs_made + 1 END,
        thumbs_made = thumbs_made + (thumb_revision > 0)
      WHERE id = :id`);
    this.#exif = plucked('SELECT exif FROM photo_exif WHERE photo_id = ?');
    this.#defaultZone = plucked(`
      SELECT value FROM sync_state WHERE key = (
        SELECT 'described_in' || CASE source WHEN 0 THEN '' ELSE '@' || source END FROM photos WHERE id = ?)`);
    this.#faces = new FoundFaces(db);
    this.#analyses = new Analyses(db);
  }

  /** Undefined if there is no such photo. */
  of(id: number): EditedPhoto | undefined {
    const row = this.#of.get(id);
    if (row) return { decision: decisionOf(row), file: fileOf(row), editedAt: row.editedAt };
    const file = this.#facts.get(id);
    return file && { decision: noDecision, file, editedAt: null };
  }

  /** The effective facts of a photo. */
  counted(id: number): DecidableFacts | undefined {
    return this.#facts.get(id);
  }

  /** The inputs, besides the photo itself, from which a decision about it is computed. */
  known(id: number): { exif: () => PhotoFacts; defaultZone: string } {
    const zone = this.#defaultZone.get(id);
    return {
      exif: () => photoFacts(JSON.parse(this.#exif.get(id) ?? '{}') as PhotoTags),
      defaultZone: zone === undefined ? 'UTC' : (JSON.parse(zone) as string),
    };
  }

  /**
   * Stores the facts of a photo's file, and returns its effective values. Must be called in a transaction, with the photo's
   * EXIF in the index.
   */
  over<Description extends DecidableFacts>(id: number, description: Description): Description {
    const row = this.#of.get(id);
    if (!row) return description;
    const { takenAt, takenAtLocal, caption, lat, lng, placeId } = description;
    const file = { takenAt, takenAtLocal, caption, lat, lng, placeId };
    this.#keepFile.run({ ...file, id });
    return { ...description, ...countedFacts(file, decisionOf(row), this.known(id)) };
  }

  /**
   * Decides about a photo; null in a change undoes a decision. Must be called in a transaction; the caller refreshes the
   * search text.
   * @param now epoch seconds
   * @returns the decisions before and after; undefined if nothing has changed
   */
  decide(
    id: number,
    change: DecisionChange,
    now: number,
  ): { readonly before: PhotoDecision; readonly after: PhotoDecision } | undefined {
    const photo = this.of(id);
    if (!photo) return undefined;
    const before = photo.decision;
    const after = { ...before, ...change };
    if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
    this.#keep(id, after, photo.file, now);
    return { before, after };
  }

  /** Copies the decisions about the photo `from` to the photo `to`, except for fields that have decisions of their own. */
  followPhoto({ from, to }: { from: number; to: number }): void {
    const [source, target] = [this.#of.get(from), this.of(to)];
    if (!source || !target) return;
    const [sourceDecision, targetDecision] = [decisionOf(source), target.decision];
    const time = targetDecision.takenAtLocal === null ? sourceDecision : targetDecision;
    const place = decidesPlace(targetDecision) ? targetDecision : sourceDecision;
    const decision: PhotoDecision = {
      ...{ takenAtLocal: time.takenAtLocal, zone: time.zone },
      ...{ lat: place.lat, lng: place.lng, placeId: place.placeId, noPlace: place.noPlace },
      caption: targetDecision.caption ?? sourceDecision.caption,
      rotation: targetDecision.rotation === 0 ? sourceDecision.rotation : targetDecision.rotation,
    };
    this.#keep(to, decision, target.file, Math.max(source.editedAt, target.editedAt ?? 0));
  }

  #keep(id: number, decision: PhotoDecision, file: DecidableFacts, now: number): void {
    const ofFile = {
      fileTakenAt: file.takenAt,
      fileTakenAtLocal: file.takenAtLocal,
      fileCaption: file.caption,
      fileLat: file.lat,
      fileLng: file.lng,
      filePlaceId: file.placeId,
    };
    if (decidesNothing(decision)) this.#remove.run(id);
    else this.#put.run({ ...decision, noPlace: decision.noPlace ? 1 : 0, ...ofFile, id, now });
    const counts = countedFacts(file, decision, this.known(id));
    if (JSON.stringify(counts) !== JSON.stringify(this.#facts.get(id))) this.#show.run({ ...counts, id });
    if (this.#turn.get(id)?.turned === decision.rotation) return;
    // The same picture with a new URL, so that browsers fetch it in the new rotation.
    this.#showTurned.run({ id, rotation: decision.rotation });
    this.#faces.turned(id);
    this.#analyses.turned(id);
  }
}

type DecidableFactsOfFile = Pick<
  Row,
  'fileTakenAt' | 'fileTakenAtLocal' | 'fileCaption' | 'fileLat' | 'fileLng' | 'filePlaceId'
>;

const decisionOf = ({ takenAtLocal, zone, lat, lng, placeId, noPlace, caption, rotation }: Row): PhotoDecision => ({
  takenAtLocal,
  zone,
  lat,
  lng,
  placeId,
  noPlace: noPlace === 1,
  caption,
  rotation,
});

const fileOf = (row: Row): DecidableFacts => ({
  takenAt: row.fileTakenAt,
  takenAtLocal: row.fileTakenAtLocal,
  caption: row.fileCaption,
  lat: row.fileLat,
  lng: row.fileLng,
  placeId: row.filePlaceId,
});
