import { decidesPlace } from '../domain/photo-edit.ts';
import type { PhotoDetail } from '../domain/photo.ts';
import type * as wire from './wire.ts';

/** The edits of a photo, with the original values from its file. */
export function editsOf({
  edits,
}: Pick<PhotoDetail, 'edits'>): Pick<wire.Photo, 'rotation' | 'edited' | 'zone' | 'original'> {
  if (!edits) return { rotation: 0, edited: [], zone: null, original: null };
  const { decision, file } = edits;
  const isEdited: Readonly<Record<wire.EditedFact, boolean>> = {
    time: decision.takenAtLocal !== null,
    place: decidesPlace(decision),
    caption: decision.caption !== null,
    rotation: decision.rotation !== 0,
  };
  return {
    rotation: decision.rotation,
    edited: (Object.keys(isEdited) as wire.EditedFact[]).filter((fact) => isEdited[fact]),
    zone: decision.zone,
    original: {
      taken_at: file.takenAt,
      taken_at_local: file.takenAtLocal,
      lat: file.lat,
      lng: file.lng,
      place: file.place,
      caption: file.caption,
      width: file.width,
      height: file.height,
    },
  };
}
