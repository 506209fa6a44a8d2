import { localDate } from '../../core/domain/local-date.ts';
import { TimelineColumns } from '../../core/timeline/columns.ts';
import { COVERS, type TimelineEntry } from '../../core/timeline/entry.ts';

/** One photo for `columnsOf`; `local` is its local time, by default UTC. */
export type EntryFacts = Partial<TimelineEntry> & { local?: string };

/** Columns of some photos, in timeline order. Ids count from 1, and break ties. */
export function columnsOf(photos: readonly EntryFacts[]): TimelineColumns {
  const columns = new TimelineColumns();
  photos.forEach(({ local, ...facts }, i) => {
    const takenAt = facts.takenAt ?? (local === undefined ? 1_600_000_000 : Date.parse(`${local}Z`) / 1000);
    columns.append({
      id: i + 1,
      flags: COVERS,
      place: 0,
      folder: 0,
      lat: NaN,
      lng: NaN,
      camera: 0,
      aspect: 128,
      stack: 0,
      ...facts,
      takenAt,
      ...localDate(takenAt, local ?? new Date(takenAt * 1000).toISOString().slice(0, 19)),
    });
  });
  return columns.sorted((ids) => ids.map((id) => String(id).padStart(9, '0')));
}

/** The positions of all photos. */
export const allOf = (columns: TimelineColumns): Uint32Array =>
  Uint32Array.from({ length: columns.length }, (_, i) => i);
