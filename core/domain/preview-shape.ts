interface Sides {
  readonly width: number;
  readonly height: number;
}

/** The size of a photo, as far as it is known. */
export interface ToldSides extends Sides {
  /** Whether this is definitely the size of the upright picture. */
  readonly upright?: boolean;
}

/** px: a smaller preview is useless, unless the photo itself is that small. */
const minSide = 32;

/** Relative difference of two shapes, beside the rounding to whole px. */
const tolerance = 0.04;

/**
 * Whether a store's preview can be of a photo: it is large enough and has the same aspect ratio. The size reported by a
 * store may be that before the rotation to the upright position, so the inverse aspect ratio is also accepted.
 */
export function canBePreview(preview: Sides, stated: ToldSides | null): boolean {
  const photo = stated && stated.width > 0 && stated.height > 0 ? stated : null;
  const longest = Math.max(preview.width, preview.height);
  if (longest < minSide && longest < Math.max(photo?.width ?? Infinity, photo?.height ?? Infinity)) return false;
  if (!photo) return true;
  const rounding = 1 / Math.min(preview.width, preview.height);
  const is = preview.width / preview.height;
  const asTold = photo.width / photo.height;
  const shapes = photo.upright ? [asTold] : [asTold, 1 / asTold];
  return shapes.some((shape) => Math.abs(Math.log(is / shape)) <= tolerance + rounding);
}

/** The photo's size, upright like its preview; that of the preview if the photo's is unknown. */
export function uprightSides(preview: Sides, stated: Sides | null): Sides {
  if (!stated || stated.width === 0 || stated.height === 0) return preview;
  const { width, height } = stated;
  const isTurned = width > height !== preview.width > preview.height && preview.width !== preview.height;
  return isTurned ? { width: height, height: width } : { width, height };
}
