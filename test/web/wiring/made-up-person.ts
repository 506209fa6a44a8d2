import type { Person } from '../../../core/http/wire.ts';

/** A person as the server sends it. @param photos the number of photos of the person */
export function person(id: number, name: string | null, photos = 10): Person {
  return {
    id,
    name,
    face_count: photos,
    photo_count: photos,
    cover_url: null,
    cover_face_id: null,
    hidden: false,
    hidden_by_choice: false,
  };
}
