import sharp from 'sharp';
import type { RgbImage } from '../../../core/plugin-api/index.ts';

/** The content of a photo with text. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly paper: string;
  readonly lines: readonly Written[];
}

interface Written {
  readonly text: string;
  /** The position of the left end and the baseline. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly font: 'sans-serif' | 'serif' | 'monospace';
  readonly ink: string;
  /** Degrees, clockwise. */
  readonly turned?: number;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Draws text like a photo: a little blurred, and compressed. */
export async function draw({ width, height, paper, lines }: Page): Promise<RgbImage> {
  const texts = lines.map(
    ({ text, x, y, size, font, ink, turned = 0 }) =>
      `<text x="${x}" y="${y}" font-family="${font}" font-size="${size}" fill="${ink}" transform="rotate(${turned} ${x} ${y})">${escaped(text)}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>${texts.join('')}</svg>`;
  const photo = await sharp(Buffer.from(svg)).blur(0.6).flatten().jpeg({ quality: 88 }).toBuffer();
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** A column of lines, like a receipt or a letter. */
export function column(texts: readonly string[], font: Written['font'], size: number): Page {
  const lines = texts.map((text, index) => ({ text, x: 80, y: 120 + index * size * 2, size, font, ink: '#222' }));
  return { width: 1080, height: 1440, paper: '#f2efe6', lines };
}
