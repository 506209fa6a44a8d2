/**
 * A process that reads and decodes pictures for the bridge. Native code parses untrusted input here, so the process has
 * access neither to the keys nor to the files of the store, only to the bytes of one picture at a time.
 */
import { serveJobs } from 'photofinch/plugin-api/toolkit';
import sharp from 'sharp';
import type { PhotoKind, ThumbnailSize } from '../../contract.ts';
import { exifTags } from './exif-tags.ts';
import { thumbnailPicture } from './thumbnail-picture.ts';

/** Reassembles an excerpt of a file: its parts at their offsets, with zeros in between. */
function asFile({ size, starts }: { size: number; starts: readonly number[] }, parts: readonly Uint8Array[]): Buffer {
  const file = Buffer.alloc(size);
  for (const [index, part] of parts.entries()) file.set(part, starts[index]);
  return file;
}

await serveJobs({
  // The header of a truncated picture is as complete as that of a whole one.
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
