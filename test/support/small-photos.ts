import sharp from 'sharp';

/** Different JPEGs of some hundred bytes each, by name, for tests that lose many photos. */
export async function smallPhotos(count: number): Promise<Map<string, Buffer>> {
  const photos = new Map<string, Buffer>();
  for (let i = 0; i < count; i += 1) {
    const colour = { r: (i * 53) % 256, g: (i * 97) % 256, b: (i * 193) % 256 };
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
      .jpeg()
      .toBuffer();
    // Decoders stop at the end of the picture: the extra bytes make each file different, whatever its colour.
    photos.set(`photo-${String(i).padStart(3, '0')}.jpg`, Buffer.concat([bytes, Buffer.from(`\n${i}`)]));
  }
  return photos;
}
