/**
 * A process that reads and decodes pictures for the bridge. Native code parses untrusted input here, so the process has
 * neither the keys of the store nor its files, only the bytes of one picture at a time.
 */
import { serveJobs } from 'photofinch/plugin-api/toolkit';
import sharp from 'sharp';
import type { PhotoKind, ThumbnailSize } from '../../contract.ts';
import { exifTags } from './exif-tags.ts';
import { thumbnailPicture } from './thumbnail-picture.ts';

/** An excerpt of a file: parts of it at their places, and nothing in between. */
function asFile({ size, starts }: { size: number; starts: readonly number[] }, parts: readonly Uint8Array[]): Buffer {
  const file = Buffer.alloc(size);
  for (const [index, part] of parts.entries()) file.set(part, starts[index]);
  return file;
}

await serveJobs({
  // The header of a cut-off picture is as good as that of a whole one.
  header: async (facts: { size: number; starts: readonly number[] }, parts) => {
    const file = asFile(facts, parts);
    const header = await sharp(file, { failOn: 'none', limitInputPixels: false })
      .metadata()
      .catch(() => null);
    const size = header && { width: header.width, height: header.pageHeight ?? header.height };
    return { facts: { ...size, tags: exifTags(header?.exif ?? file) } };
  },

  thumbnail: async ({ kind, size }: { kind: PhotoKind; size: ThumbnailSize }, [file], { need }) => {
    const { buffer, byteOffset, byteLength } = file ?? new Uint8Array();
    const webp = await thumbnailPicture(Buffer.from(buffer, byteOffset, byteLength), { kind, size, need });
    return { facts: null, bytes: webp ? [webp] : [] };
  },
});
