const mediaPath =
  /^\/api\/(?:photos\/([^/?#]+)\/(thumb|full|stream|motion)|people\/(\d{1,16})\/(cover)|faces\/(\d{1,16})\/(crop))$/;

/** The subject of a media path. */
export type MediaSubject = { readonly photo: string } | { readonly person: number } | { readonly face: number };

/** The parsed path of a binary medium. It has a single canonical form, which is signed. */
export interface MediaPath {
  readonly canonical: string;
  readonly subject: MediaSubject;
}

/** Null if `path` is not that of a thumbnail, full photo, stream, motion part, cover or crop. */
export function readMediaPath(path: string): MediaPath | null {
  const match = mediaPath.exec(path);
  if (!match) return null;
  const [, uid, ofPhoto, personId, ofPerson, faceId, ofFace] = match;
  if (personId !== undefined) {
    const person = Number(personId);
    if (!Number.isSafeInteger(person)) return null;
    return { canonical: `/api/people/${person}/${String(ofPerson)}`, subject: { person } };
  }
  if (faceId !== undefined) {
    const face = Number(faceId);
    if (!Number.isSafeInteger(face)) return null;
    return { canonical: `/api/faces/${face}/${String(ofFace)}`, subject: { face } };
  }
  try {
    const photo = decodeURIComponent(String(uid));
    return { canonical: `/api/photos/${encodeURIComponent(photo)}/${String(ofPhoto)}`, subject: { photo } };
  } catch {
    return null;
  }
}

/** The canonical form of a media path, which is signed; null if it is not a media path. */
export function canonicalMediaPath(path: string): string | null {
  return readMediaPath(path)?.canonical ?? null;
}
