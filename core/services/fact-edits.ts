import { setImmediate } from 'node:timers/promises';
import { clockZone, type ClockZone } from '../domain/clock-zone.ts';
import { rezonedTime, shiftedTime, type TimeDecision } from '../domain/edited-time.ts';
import { DomainError } from '../domain/errors.ts';
import type { PhotoKind } from '../domain/photo-kind.ts';
import { decidesPlace, type PhotoDecision } from '../domain/photo-edit.ts';
import { addTurns, type Turn } from '../domain/turn.ts';
import type { WithheldFrom } from '../domain/withheld.ts';
import { isPlausibleTime } from '../plugin-api/toolkit/exif-values.ts';
import type { EditRecords, RecordedEdit } from '../store/photos/edit-records.ts';
import type { DecisionChange, EditedFacts, EditedPhoto } from '../store/photos/edited-facts.ts';
import type { PhotoText } from '../store/photos/photo-text.ts';
import type { NewPlace, PlaceIds } from '../store/photos/places.ts';
import type { Transact } from '../store/transact.ts';
import { scopeOf, type Viewer } from './viewer.ts';

/** Edits of photo facts; null removes an edit, undefined keeps it. */
export interface FactChanges {
  /** The wall clock, in the form `2024-02-29T23:59:58`. */
  readonly takenAtLocal?: string | null | undefined;
  /** An IANA name, or an offset such as `+02:00`. */
  readonly zone?: string | null | undefined;
  /** Seconds to add to the time of each photo. */
  readonly shiftBy?: number | undefined;
  /** The zone that the camera was set to, and the zone that it was in. */
  readonly zoneChange?: { readonly from: string; readonly to: string } | undefined;
  /** `none`: the photo has no place, even if its file has one. */
  readonly position?: { readonly lat: number; readonly lng: number } | 'none' | null | undefined;
  readonly caption?: string | null | undefined;
  readonly rotation?: Turn | null | undefined;
  /** Relative to the current rotation. */
  readonly rotateBy?: Turn | undefined;
  /** A name for the change, by which all its edits can be undone. */
  readonly change?: string | undefined;
}

/** A validated change with the name of its place, ready for a transaction. */
export interface ReadyFacts {
  readonly asked: FactChanges;
  readonly place: NewPlace | null;
}

interface Dependencies {
  readonly edited: EditedFacts;
  readonly records: EditRecords;
  readonly text: PhotoText;
  readonly places: PlaceIds;
  readonly placesAt: (
    positions: readonly { lat: number; lng: number }[],
    signal: AbortSignal,
  ) => Promise<(NewPlace | null)[]>;
  readonly transact: Transact;
  readonly withheld: WithheldFrom;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The number of photos to restore in one transaction; this takes some milliseconds. */
const undoneAtOnce = 40;

/** Manual edits of photos' facts: time, place, caption, rotation. The source stays unchanged. */
export class FactEdits {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Validates edits, and looks up the town at their position.
   * @throws DomainError `bad_input`, or the reason of `signal`
   */
  async ready(facts: FactChanges, signal: AbortSignal): Promise<ReadyFacts> {
    const { position, zone, zoneChange } = facts;
    if (zone) zoneOf(zone, 'zone');
    if (zoneChange) for (const end of ['from', 'to'] as const) zoneOf(zoneChange[end], `zone_change.${end}`);
    const [place] = position && position !== 'none' ? await this.#with.placesAt([position], signal) : [];
    return { asked: facts, place: place ?? null };
  }

  /**
   * Edits a photo. Must be called in a transaction; the caller calls `refreshTexts` after all photos.
   * @returns whether anything has changed
   * @throws DomainError `bad_input` for an implausible time
   */
  decide(viewer: Viewer, photo: { id: number; kind: PhotoKind }, { asked: facts, place }: ReadyFacts): boolean {
    const { edited, records, places, clock } = this.#with;
    const known = edited.of(photo.id);
    if (!known) return false;
    const change: { -readonly [Field in keyof PhotoDecision]?: PhotoDecision[Field] } = {};
    Object.assign(change, this.#time(photo.id, known, facts));
    const { position } = facts;
    if (position === null || position === 'none') {
      Object.assign(change, { lat: null, lng: null, placeId: null, noPlace: position === 'none' });
    } else if (position) {
      Object.assign(change, position, { placeId: place ? places.idOf(place) : null, noPlace: false });
    }
    if (facts.caption !== undefined) change.caption = facts.caption;
    // A video cannot be rotated: its stream comes unchanged from the store.
    if (photo.kind !== 'video') {
      if (facts.rotation !== undefined) change.rotation = facts.rotation ?? 0;
      if (facts.rotateBy !== undefined) change.rotation = addTurns(known.decision.rotation, facts.rotateBy);
    }
    const edit = edited.decide(photo.id, change, clock());
    const takenAt = edited.counted(photo.id)?.takenAt ?? 0;
    if (edit && change.takenAtLocal && !isPlausibleTime(takenAt, clock())) {
      const sentence = `${timeField(facts)}: a photo is taken between 1826 and now, so check the date.`;
      throw new DomainError('bad_input', sentence, { problem: 'bad_capture_time' });
    }
    if (edit && facts.change !== undefined) records.add(nameOf(viewer, facts.change), photo.id, edit, clock());
    return edit !== undefined;
  }

  /** Updates the searchable texts of photos. Must be called inside the transaction. */
  refreshTexts(photos: readonly number[]): void {
    if (photos.length > 0) this.#with.text.refresh(photos);
  }

  /**
   * Undoes a named change of the viewer. Facts that were edited again since then stay, and so do photos that are now
   * withheld from the viewer; neither are counted. After an interruption, the next call continues.
   * @param options.onUndone called after each batch with the number of photos restored so far, which stay so after an
   * interruption
   * @returns the number of restored photos
   * @throws the reason of `signal`
   */
  async undo(
    viewer: Viewer,
    change: string,
    { signal, onUndone }: { signal: AbortSignal; onUndone: (photos: number) => void },
  ): Promise<number> {
    const { records, transact, withheld } = this.#with;
    const name = nameOf(viewer, change);
    let count = 0;
    for (let last = 0; ;) {
      signal.throwIfAborted();
      const batch = records.some(name, last, undoneAtOnce);
      const end = batch.at(-1);
      if (!end) return count;
      const withheldPhotos = withheld(scopeOf(viewer).audience).photos;
      const visible = batch.filter(({ photo }) => !withheldPhotos.has(photo));
      count += transact(() => this.#undo(name, visible));
      onUndone(count);
      last = end.photo;
      await setImmediate();
    }
  }

  #undo(name: string, batch: readonly RecordedEdit[]): number {
    const { edited, records, clock } = this.#with;
    // Photos that were edited again keep their record: after that edit is undone, this one can be.
    const settled = batch.filter(({ photo, after }) => {
      const now = edited.of(photo)?.decision;
      return !now || Object.entries(after).every(([field, value]) => now[field as keyof PhotoDecision] === value);
    });
    const undone = settled.filter(({ photo, before }) => edited.decide(photo, before, clock()) !== undefined);
    this.refreshTexts(undone.map(({ photo }) => photo));
    records.remove(
      name,
      settled.map(({ photo }) => photo),
    );
    return undone.length;
  }

  #time(id: number, { decision, file }: EditedPhoto, facts: FactChanges): DecisionChange {
    const { takenAtLocal, zone, shiftBy, zoneChange } = facts;
    if (takenAtLocal === null) return { takenAtLocal: null, zone: null };
    if (takenAtLocal !== undefined) return { takenAtLocal, ...(zone === undefined ? {} : { zone }) };
    if (zone === null) return { zone: null };
    const counts = this.#with.edited.counted(id);
    if (!counts) return {};
    if (zone !== undefined) return { takenAtLocal: counts.takenAtLocal, zone };
    const before: TimeDecision = { local: decision.takenAtLocal, zone: decision.zone };
    if (shiftBy !== undefined) {
      const { lat, lng } = counts;
      const position = lat === null || lng === null ? null : { lat, lng };
      const input = { file, position, moved: decidesPlace(decision), ...this.#with.edited.known(id) };
      return changeOf(shiftedTime(counts, before, shiftBy, input));
    }
    if (!zoneChange) return {};
    const { from, to } = zoneChange;
    const camera = zoneOf(from, 'zone_change.from');
    return changeOf(rezonedTime(counts, camera, { zone: zoneOf(to, 'zone_change.to'), name: to }));
  }
}

const changeOf = ({ local, zone }: TimeDecision): DecisionChange => ({ takenAtLocal: local, zone });

/** The user's id is part of the name, so that people undo only their own changes. */
const nameOf = ({ userId }: Viewer, change: string): string => `${userId} ${change}`;

/** The field of a request that sets a time. */
function timeField({ takenAtLocal, shiftBy, zoneChange }: FactChanges): string {
  if (takenAtLocal !== undefined) return 'taken_at_local';
  if (shiftBy !== undefined) return 'shift_by';
  return zoneChange ? 'zone_change' : 'zone';
}

/** @param field its name in requests */
function zoneOf(text: string, field: string): ClockZone {
  const zone = clockZone(text);
  if (zone) return zone;
  const sentence = `${field} must be a time zone such as Europe/Lisbon, or an offset such as +02:00.`;
  throw new DomainError('bad_input', sentence, { problem: 'bad_time_zone' });
}
