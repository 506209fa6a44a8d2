import type { PhotoFault } from '../domain/photo-fault.ts';

/** Why one photo cannot be indexed: `message` is one sentence for the person who runs the library. */
export class PhotoError extends Error {
  override readonly name: string = 'PhotoError';
  readonly fault: PhotoFault;

  constructor(message: string, fault: PhotoFault = 'damaged') {
    super(message);
    this.fault = fault;
  }
}

/** Decoding it needs more memory than all decoding may use. */
export class PhotoMemoryError extends PhotoError {
  override readonly name = 'PhotoMemoryError';

  constructor(message: string) {
    super(message, 'too_large');
  }
}

const megapixels = (pixels: number): string => `${(pixels / 1e6).toFixed(pixels < 1e7 ? 1 : 0)} megapixels`;

/** `4.2 GB`, in powers of ten. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(value < 10 && power > 0 ? 1 : 0)} ${units[power] ?? ''}`;
}

/** @throws PhotoError if a picture is larger than the setting MAX_PHOTO_PIXELS */
export function refuseTooManyPixels(width: number, height: number, maxPixels: number): void {
  if (width * height <= maxPixels) return;
  throw new PhotoError(
    `The picture has ${width} × ${height} = ${megapixels(width * height)}, more than the limit of ${megapixels(maxPixels)} (MAX_PHOTO_PIXELS).`,
    'too_large',
  );
}

/** @throws PhotoError if a file is larger than the setting MAX_PHOTO_BYTES */
export function refuseTooManyBytes(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new PhotoError(
    `The file has ${formatBytes(bytes)}, more than the limit of ${formatBytes(maxBytes)} (MAX_PHOTO_BYTES).`,
    'too_large',
  );
}
