import { boxes, findBox, inMemory } from './boxes.ts';
import type { ByteSource } from './byte-source.ts';

const mostMetaBytes = 4 * 1024 * 1024;

/**
 * The size of a HEIC picture as shown: its properties (ISO 23008-12, 6.5) hold one size for the whole and one for each
 * kind of tile and thumbnail, so the largest is the picture's; a turn applies to it.
 */
export async function readHeicSize(source: ByteSource): Promise<{ width: number; height: number } | null> {
  const meta = await findBox(source, 'meta', 0, source.size);
  if (!meta) return null;
  const inside = await inMemory(source, meta, mostMetaBytes);
  // `meta` has four bytes of version and flags before its boxes.
  const properties = await findBox(inside, 'iprp', meta.start + 4, meta.end);
  const container = properties && (await findBox(inside, 'ipco', properties.start, properties.end));
  if (!container) return null;
  let largest = { width: 0, height: 0 };
  let sideways = false;
  for await (const box of boxes(inside, container.start, container.end)) {
    const bytes = await inside.read(box.start, 12);
    if (box.type === 'ispe' && bytes.length === 12) {
      const [width, height] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)];
      if (width * height > largest.width * largest.height) largest = { width, height };
    }
    if (box.type === 'irot') sideways ||= ((bytes[0] ?? 0) & 1) === 1;
  }
  if (largest.width === 0) return null;
  return sideways ? { width: largest.height, height: largest.width } : largest;
}
