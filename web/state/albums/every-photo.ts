import type { AlbumPhotos } from '../../../core/http/wire.ts';

/** The most photos that one answer tells of. */
const partSize = 1000;

/** Reads all photos of an album, in its order; of one of more than `most`, only the first part. */
export async function everyPhoto(
  read: (part: { offset: number; limit: number }) => Promise<AlbumPhotos>,
  most = Infinity,
): Promise<AlbumPhotos> {
  const photos: AlbumPhotos['photos'][number][] = [];
  for (;;) {
    const part = await read({ offset: photos.length, limit: partSize });
    photos.push(...part.photos);
    if (part.photos.length < partSize || part.total > most) return { ...part, photos };
  }
}
