import ExifReader from 'exifreader';
import { exifView, stillContentIdentifier } from 'photofinch/plugin-api/toolkit';

/** The tags that are read. The `Ref` tags contain the hemisphere of a coordinate. */
const names = [
  ...['Make', 'Model', 'Orientation', 'PixelXDimension', 'PixelYDimension'],
  ...['DateTimeOriginal', 'DateTimeDigitized', 'OffsetTimeOriginal', 'OffsetTimeDigitized', 'OffsetTime'],
  'MakerNote',
  ...['GPSLatitude', 'GPSLatitudeRef', 'GPSLongitude', 'GPSLongitudeRef'],
];

/** Limits of a value: characters of a text, numbers of a list. */
const longestText = 1000;
const longestList = 8;

/**
 * The EXIF of a picture, of its first bytes, or of a separate EXIF block: texts, numbers and lists of numbers. Never
 * throws. Malicious input can use a lot of memory, so this runs in a disposable process.
 */
export function exifTags(bytes: Buffer): Readonly<Record<string, unknown>> {
  // The marker of JPEG, which other formats also write before the block.
  const start = bytes.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
  try {
    const { exif = {} } = ExifReader.loadView(exifView(bytes.subarray(start)), {
      expanded: true,
      computed: true,
      includeTags: { exif: names },
    });
    const { MakerNote: note, ...tags } = exif as Record<string, { value?: unknown; computed?: unknown }>;
    return {
      ...Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, bounded(tag.computed)])),
      ...(Array.isArray(note?.value) && {
        ContentIdentifier: stillContentIdentifier(Buffer.from(note.value as number[])),
      }),
    };
  } catch {
    return {};
  }
}

function bounded(value: unknown): unknown {
  // The parser splits texts at NULs.
  if (Array.isArray(value)) return typeof value[0] === 'string' ? bounded(value[0]) : value.slice(0, longestList);
  return typeof value === 'string' ? value.slice(0, longestText) : value;
}
