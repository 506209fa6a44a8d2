const mediaPath =
  /^\/api\/(?:photos\/([^/?#]+)\/(thumb|full|stream|motion)|people\/(\d{1,16})\/(cover)|faces\/(\d{1,16})\/(crop))$/;

/** The subject of a binary media path. */
export type MediaSubject = { readonly photo: string } | { readonly person: number } | { readonly face: number };

/** A binary medium, by the one spelling of its path under which it is signed. */
export interface MediaPath {
  readonly canonical: string;
  readonly subject: MediaSubject;
}

/** Null when `path` is not that of a thumbnail, full photo, stream, motion part, cover or crop. */
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

/** The one spelling of a binary media path under which it is signed; null when it is none. */
export function canonicalMediaPath(path: string): string | null {
  return readMediaPath(path)?.canonical ?? null;
}
