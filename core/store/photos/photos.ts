import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { withheldOn } from '../../db/withheld.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { Level } from '../../domain/level.ts';
import type { Audience, ViewerScope } from '../../domain/viewer-scope.ts';
import type { PhotoFault } from '../../domain/photo-fault.ts';
import { isFace } from '../people/sql-parts.ts';
import { isNotWithheld, isSeen, inScope, type ScopeParameters } from './scope-parameters.ts';
import { shownName } from './shown-name.ts';
import { Videos } from './videos.ts';
import { unknownVideo } from '../../domain/video-facts.ts';
import { turnHash } from '../../domain/turn-thumbhash.ts';
import { turnSides, type Turn } from '../../domain/turn.ts';
import type { PhotoKind } from '../../domain/photo-kind.ts';
import type {
  AlbumRef,
  Cover,
  FileName,
  PersonRef,
  PhotoDetail,
  PhotoEditsRow,
  PhotoState,
} from '../../domain/photo.ts';

interface SummaryRow {
  id: number;
  uid: string;
  kind: PhotoKind;
  takenAt: number;
  takenAtLocal: string;
  duration: number | null;
  place: string | null;
  width: number | null;
  height: number | null;
  thumbhash: Buffer | null;
  thumbRevision: number;
  fault: PhotoFault | null;
  fileName: string | null;
  archived: number;
  hidden: number;
  favorite: number;
  hiddenByMe: number;
}

interface DetailRow extends SummaryRow {
  name: string;
  caption: string | null;
  mime: string;
  size: number;
  sha1: Buffer | null;
  camera: string | null;
  lens: string | null;
  lat: number | null;
  lng: number | null;
  city: string | null;
  country: string | null;
  state: PhotoState;
  examined: Level | null;
  turned: Turn;
  motionType: string | null;
  motionSize: number | null;
}

type EditsRow = Omit<PhotoEditsRow['decision'], 'noPlace'> & {
  noPlace: 0 | 1;
  editedAt: number;
  fileTakenAt: number;
  fileTakenAtLocal: string;
  fileCaption: string | null;
  fileLat: number | null;
  fileLng: number | null;
  filePlace: string | null;
};

/** The facts needed to serve a photo's bytes. */
export interface PhotoFile {
  readonly id: number;
  readonly uid: string;
  readonly rev: string;
  readonly kind: PhotoKind;
  readonly name: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  /** 0 if there is no thumbnail. */
  readonly thumbRevision: number;
  /** Degrees clockwise by which users rotated it. */
  readonly turned: Turn;
}

const summary = `
  p.id, p.uid, p.kind, p.taken_at AS takenAt, p.taken_at_local AS takenAtLocal, p.duration, l.label AS place, p.width,
  p.height, p.thumbhash, p.thumb_revision AS thumbRevision, p.fault, ${shownName} AS fileName,
  coalesce(f.archived, 0) AS archived, coalesce(f.hidden, 0) AS hidden,
  EXISTS (SELECT 1 FROM favorites v WHERE v.user_id = :userId AND v.photo_id = p.id) AS favorite,
  EXISTS (SELECT 1 FROM own_hidden_photos o WHERE o.user_id = :userId AND o.photo_id = p.id) AS hiddenByMe`;

const detail = `
  p.name, p.caption, p.mime, p.size, p.sha1, p.camera, p.lens, p.lat, p.lng, l.city, l.country, p.state, p.examined, p.turned,
  m.media_type AS motionType, m.size AS motionSize`;

/** A request of a viewer for a photo by its uid. */
interface PhotoRequest extends ScopeParameters {
  readonly uid: string;
  readonly userId: number;
}

/** Reads single photos; lists are read by `PhotoSummaries`. */
export class Photos {
  readonly #withheld: WithheldFrom;
  readonly #videos: Videos;
  readonly #tags: Statement<[number], string>;
  readonly #detail: Statement<[PhotoRequest], DetailRow>;
  readonly #edits: Statement<[number], EditsRow>;
  readonly #albums: Statement<[number], AlbumRef>;
  readonly #people: Statement<[number], PersonRef>;
  readonly #autoTags: Statement<[number], string>;
  readonly #sourceTags: Statement<[number], string>;
  readonly #sourcePeople: Statement<[number], string>;
  readonly #faceCount: Statement<[number], number>;
  readonly #listedId: Statement<[PhotoRequest], number>;
  readonly #file: Statement<[PhotoRequest], PhotoFile>;
  readonly #names: Statement<[string], FileName>;
  readonly #exif: Statement<[number], string>;
  readonly #covers: Statement<[string], Cover>;
  readonly #visibleIds: Statement<[string], number>;
  readonly #visibleCovers: Statement<[ScopeParameters & { uids: string }], Cover>;
  readonly #listedIds: Statement<[Omit<PhotoRequest, 'uid'> & { uids: string }], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#withheld = withheldOn(db);
    this.#videos = new Videos(db);
    this.#tags = plucked(
      'SELECT t.name FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id WHERE pt.photo_id = ? ORDER BY pt.position',
    );
    this.#detail = db.prepare(`
      SELECT ${summary}, ${detail}
      FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id LEFT JOIN places l ON l.id = p.place_id
        LEFT JOIN motions m ON m.photo_id = p.id AND (m.start IS NULL OR m.rev = p.rev)
      WHERE p.uid = :uid AND p.deleted_at IS NULL AND ${isSeen('p.id')}`);
    this.#edits = db.prepare(`
      SELECT e.edited_at AS editedAt, e.taken_at_local AS takenAtLocal, e.zone, e.lat, e.lng, e.no_place AS noPlace, e.caption, e.rotation,
        e.file_taken_at AS fileTakenAt, e.file_taken_at_local AS fileTakenAtLocal, e.file_caption AS fileCaption,
        e.file_lat AS fileLat, e.file_lng AS fileLng, l.label AS filePlace
      FROM photo_edits e LEFT JOIN places l ON l.id = e.file_place_id WHERE e.photo_id = ?`);
    this.#albums = db.prepare(`
      SELECT a.uid, a.name FROM every_album_photo ap JOIN every_album a ON a.id = ap.album_id
      WHERE ap.photo_id = ? ORDER BY a.name, a.uid`);
    this.#people = db.prepare(`
      SELECT DISTINCT n.id, n.name FROM faces f JOIN people n ON n.id = f.person_id
      WHERE f.photo_id = ? ORDER BY n.name IS NULL, n.name, n.id`);
    this.#autoTags = plucked('SELECT tag FROM auto_tags WHERE photo_id = ? ORDER BY score DESC, tag');
    this.#sourceTags = plucked(`
      SELECT t.name FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id
      WHERE pt.photo_id = ? AND pt.from_source = 1 ORDER BY pt.position`);
    this.#sourcePeople = plucked('SELECT name FROM source_people WHERE photo_id = ? ORDER BY position');
    this.#faceCount = plucked(`SELECT count(*) FROM faces WHERE photo_id = ? AND ${isFace('faces.id')}`);
    this.#listedId = plucked(`SELECT p.id FROM photos p WHERE p.uid = :uid AND p.listed = 1 AND ${isSeen('p.id')}`);
    this.#listedIds = plucked(`
      SELECT p.id FROM (SELECT value AS uid, min(key) AS place FROM json_each(:uids) GROUP BY value) asked
      CROSS JOIN photos p ON p.uid = asked.uid WHERE p.listed = 1 AND ${isSeen('p.id')} ORDER BY asked.place`);
    this.#file = db.prepare(`
      SELECT p.id, p.uid, p.rev, p.kind, p.name, p.mime, p.size, p.thumb_revision AS thumbRevision, p.turned
      FROM photos p WHERE p.uid = :uid AND p.deleted_at IS NULL AND ${isSeen('p.id')}`);
    this.#names = db.prepare('SELECT id, name, size FROM photos WHERE id IN (SELECT value FROM json_each(?))');
    this.#exif = plucked('SELECT exif FROM photo_exif WHERE photo_id = ?');
    this.#covers = db.prepare(`
      SELECT id, uid, thumb_revision AS thumbRevision FROM photos
      WHERE id IN (SELECT value FROM json_each(?)) AND thumb_revision > 0 AND fault IS NULL`);
    this.#visibleIds = plucked(`
      SELECT p.id FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id
      WHERE p.id IN (SELECT value FROM json_each(?)) AND p.listed = 1 AND coalesce(f.hidden, 0) = 0`);
    this.#visibleCovers = db.prepare(`
      SELECT p.id, p.uid, p.thumb_revision AS thumbRevision
      FROM photos p LEFT JOIN photo_flags f ON f.photo_id = p.id
      WHERE p.uid IN (SELECT value FROM json_each(:uids)) AND p.listed = 1 AND p.thumb_revision > 0 AND p.fault IS NULL
        AND (:hidden OR coalesce(f.hidden, 0) = 0) AND ${isNotWithheld('p.id')}`);
  }

  /** One photo, indexed or not; undefined if the viewer may not see it, or it was deleted upstream. */
  detail(uid: string, scope: ViewerScope): PhotoDetail | undefined {
    const found = this.#detail.get(this.#asked(uid, scope));
    if (!found) return undefined;
    const { motionType, motionSize, ...row } = found;
    return {
      ...row,
      motion: motionType === null ? null : { mediaType: motionType, size: motionSize },
      ...turnSides(row, row.turned),
      thumbhash: turnHash(row.thumbhash, row.turned),
      archived: row.archived === 1,
      hidden: row.hidden === 1,
      favorite: row.favorite === 1,
      hiddenByMe: row.hiddenByMe === 1,
      tags: this.tags(row.id),
      albums: this.#albums.all(row.id),
      people: this.#people.all(row.id),
      sourceTags: this.#sourceTags.all(row.id),
      sourcePeople: [...new Set(this.#sourcePeople.all(row.id))],
      faceCount: this.#faceCount.get(row.id) ?? 0,
      autoTags: this.#autoTags.all(row.id),
      edits: this.#editsOf(row),
      video: row.kind === 'video' ? (this.#videos.of(row.id) ?? unknownVideo) : null,
    };
  }

  #editsOf({ id, width, height }: Pick<DetailRow, 'id' | 'width' | 'height'>): PhotoEditsRow | null {
    const row = this.#edits.get(id);
    if (!row) return null;
    const { editedAt, fileTakenAt, fileTakenAtLocal, fileCaption, fileLat, fileLng, filePlace, ...decided } = row;
    const decision = { ...decided, noPlace: decided.noPlace === 1 };
    const place = { lat: fileLat, lng: fileLng, place: filePlace };
    const time = { takenAt: fileTakenAt, takenAtLocal: fileTakenAtLocal };
    return { editedAt, decision, file: { ...time, ...place, caption: fileCaption, width, height } };
  }

  /** The tags of one photo, in their order. */
  tags(id: number): string[] {
    return this.#tags.all(id);
  }

  /** The id of a photo that lists show. */
  listedId(uid: string, scope: ViewerScope): number | undefined {
    return this.#listedId.get(this.#asked(uid, scope));
  }

  /** The ids of the listed photos among these, each once, in the order of the uids. */
  listedIds(uids: readonly string[], scope: ViewerScope): number[] {
    return this.#listedIds.all({ uids: JSON.stringify(uids), ...this.#seenWith(scope) });
  }

  file(uid: string, scope: ViewerScope): PhotoFile | undefined {
    return this.#file.get(this.#asked(uid, scope));
  }

  /** Names and sizes of the files of photos, by id. */
  names(ids: readonly number[]): Map<number, FileName> {
    return new Map(this.#names.all(JSON.stringify(ids)).map((row) => [row.id, row]));
  }

  /** Which of these photos may be covers, by id. */
  covers(ids: readonly number[]): Map<number, Cover> {
    return new Map(this.#covers.all(JSON.stringify(ids)).map((row) => [row.id, row]));
  }

  /** Those of the photos that lists show to every viewer. */
  visibleIds(ids: readonly number[]): Set<number> {
    return new Set(this.#visibleIds.all(JSON.stringify(ids)));
  }

  /** Those of the photos that may be covers and are not withheld from the audience, by uid; without hidden ones by default. */
  visibleCovers(uids: readonly string[], audience: Audience, withHidden = false): Map<string, Cover> {
    const scope = { hidden: withHidden ? 1 : 0, withheld: this.#withheld(audience).key } as const;
    const rows = this.#visibleCovers.all({ uids: JSON.stringify(uids), ...scope });
    return new Map(rows.map((row) => [row.uid, row]));
  }

  /** The tags of EXIF and XMP; empty if there are none. */
  exif(id: number): Record<string, unknown> {
    const json = this.#exif.get(id);
    return json === undefined ? {} : (JSON.parse(json) as Record<string, unknown>);
  }

  #asked(uid: string, scope: ViewerScope): PhotoRequest {
    return { uid, ...this.#seenWith(scope) };
  }

  #seenWith(scope: ViewerScope): Omit<PhotoRequest, 'uid'> {
    return { userId: scope.userId, ...inScope(scope, this.#withheld) };
  }
}
