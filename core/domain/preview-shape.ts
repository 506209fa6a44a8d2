interface Sides {
  readonly width: number;
  readonly height: number;
}

/** The sides of a photo, as far as they are known. */
export interface ToldSides extends Sides {
  /** Whether these are surely the sides of the upright picture. */
  readonly upright?: boolean;
}

/** px: a smaller preview shows nothing, unless the photo is as small. */
const leastSide = 32;

/** Relative difference of two shapes, beside the rounding to whole px. */
const tolerance = 0.04;

/**
 * Whether a store's picture of a photo can be of it: large enough, and of its shape. Sides that a store tells may be those
 * before the picture is turned upright, so that a turned shape is one too.
 */
export function canBePreview(preview: Sides, told: ToldSides | null): boolean {
  const photo = told && told.width > 0 && told.height > 0 ? told : null;
  const longest = Math.max(preview.width, preview.height);
  if (longest < leastSide && longest < Math.max(photo?.width ?? Infinity, photo?.height ?? Infinity)) return false;
  if (!photo) return true;
  const rounding = 1 / Math.min(preview.width, preview.height);
  const is = preview.width / preview.height;
  const asTold = photo.width / photo.height;
  const shapes = photo.upright ? [asTold] : [asTold, 1 / asTold];
  return shapes.some((shape) => Math.abs(Math.log(is / shape)) <= tolerance + rounding);
}

/** The photo's sides, upright like its preview; those of the preview if the photo's are unknown. */
export function uprightSides(preview: Sides, told: Sides | null): Sides {
  if (!told || told.width === 0 || told.height === 0) return preview;
  const { width, height } = told;
  const turned = width > height !== preview.width > preview.height && preview.width !== preview.height;
  return turned ? { width: height, height: width } : { width, height };
}
