const mediaPath = /^\/api\/(?:photos\/([^/?#]+)\/(thumb|full)|people\/(\d{1,16})\/(cover)|faces\/(\d{1,16})\/(crop))$/;

/**
 * The one spelling of a binary media path under which it is signed; null when `path` is not that of a thumbnail, full
 * photo, cover or crop.
 */
export function canonicalMediaPath(path: string): string | null {
  const match = mediaPath.exec(path);
  if (!match) return null;
  const [, uid, ofPhoto, personId, ofPerson, faceId, ofFace] = match;
  if (personId !== undefined) return `/api/people/${Number(personId)}/${String(ofPerson)}`;
  if (faceId !== undefined) return `/api/faces/${Number(faceId)}/${String(ofFace)}`;
  try {
    return `/api/photos/${encodeURIComponent(decodeURIComponent(String(uid)))}/${String(ofPhoto)}`;
  } catch {
    return null;
  }
}
