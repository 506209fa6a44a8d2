import Joi from 'joi';
import { turns, type Turn } from '../../domain/turn.ts';
import type { FactChanges } from '../../services/fact-edits.ts';
import { fields, nullable, of, type InputOf } from './answer.ts';
import { integer, number, text, word } from './parts.ts';

const wallClock = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2}))?$/;

const local = word
  .max(30)
  .custom((text: string, helpers): unknown => {
    const [, day = '', time = '', second = '00'] = wallClock.exec(text) ?? [];
    const read = `${day}T${time}:${second}`;
    const at = Date.parse(`${read}Z`);
    // `Date` would parse February 30 as March 1.
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(read) ? read : helpers.error('clock');
  })
  .messages({ clock: '{#label} must be a date and time as 2024-02-29T23:59:58, without a zone' });

const zone = word.max(64);
const tenYears = 10 * 366 * 86_400;

/** The fields of requests that edit photos. */
export const factFields = {
  taken_at_local: nullable(local).description('Local time at the place of capture; null: the time of the file.'),
  zone: nullable(zone).description(
    'The zone of `taken_at_local`: an IANA name or +02:00; null: that of the place, or else that of the file.',
  ),
  shift_by: integer.min(-tenYears).max(tenYears).description('Seconds that are added to the local time of each photo.'),
  zone_change: fields({ from: zone.required(), to: zone.required() }).description(
    'The zone to which the camera was set, and the zone in which the photos were taken.',
  ),
  lat: nullable(number.min(-90).max(90)).description('Required with lng; null: the place of the file.'),
  lng: nullable(number.min(-180).max(180)).description('Required with lat.'),
  no_place: of<true, Joi.AnySchema>(Joi.valid(true)).description(
    'Removes the place, whatever the file says; lat and lng null restore it.',
  ),
  caption: nullable(text.trim().max(2000))
    .custom((text: string) => text.normalize('NFC').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' '))
    .description('Empty: no caption; null: the caption of the file.'),
  rotation: of<Turn | null, Joi.AnySchema>(Joi.valid(...turns, null)).description(
    'Degrees clockwise from the upright position according to the file; null: not rotated.',
  ),
  rotate_by: of<Turn, Joi.AnySchema>(Joi.valid(90, 180, 270)).description(
    'Degrees clockwise from the current rotation of each photo.',
  ),
  change: word
    .pattern(/^[\w-]{8,64}$/, '8 to 64 letters, digits, - and _')
    .description('A name that the caller chooses: POST /api/photos/undo undoes all edits that were made under it.'),
};
export type FactsPayload = InputOf<typeof factFields>;

/** Rejects contradictory edits. */
export const rejectContradictions = <S extends Joi.ObjectSchema>(schema: S): S =>
  schema
    .and('lat', 'lng')
    .oxor('taken_at_local', 'shift_by', 'zone_change')
    .without('zone', ['shift_by', 'zone_change'])
    .without('no_place', ['lat', 'lng'])
    .oxor('rotation', 'rotate_by')
    .custom((payload: FactsPayload, helpers): unknown =>
      (payload.lat === null) === (payload.lng === null) ? payload : helpers.error('half'),
    )
    .messages({ half: 'lat and lng must both be numbers, or both be null' });

/** Undefined if a request has none of these fields. */
export function factChanges(payload: FactsPayload): FactChanges | undefined {
  const { change, ...fields } = payload;
  const facts = {
    takenAtLocal: fields.taken_at_local,
    zone: fields.zone,
    shiftBy: fields.shift_by,
    zoneChange: fields.zone_change,
    position: positionIn(payload),
    caption: fields.caption,
    rotation: fields.rotation,
    rotateBy: fields.rotate_by,
  };
  return Object.values(facts).every((value) => value === undefined) ? undefined : { ...facts, change };
}

function positionIn({ lat, lng, no_place: noPlace }: FactsPayload): FactChanges['position'] {
  if (noPlace) return 'none';
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : lat === null ? null : undefined;
}

const fieldsOf = {
  date: ['taken_at_local', 'zone', 'shift_by', 'zone_change'],
  place: ['lat', 'no_place'],
  caption: ['caption'],
  rotation: ['rotation', 'rotate_by'],
} as const satisfies Readonly<Record<string, readonly (keyof FactsPayload)[]>>;

/** The facts that a request changes. */
export const editedFields = (payload: FactsPayload): string[] =>
  Object.entries(fieldsOf).flatMap(([name, fields]) =>
    fields.some((field) => payload[field] !== undefined) ? [name] : [],
  );
