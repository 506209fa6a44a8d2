/** How many pictures are cached. */
const limit = 400;
/** In pixels: enough for the largest picture on a dense screen. */
const side = 128;

/** Thumbnails cropped to circles once, so that each frame of an animation only copies them. */
export class RoundPictures {
  readonly #onCame: () => void;
  readonly #kept = new Map<string, HTMLCanvasElement | null>();

  constructor(onCame: () => void) {
    this.#onCame = onCame;
  }

  /** The picture; null while it is loading, or if it fails. */
  get(url: string | null): HTMLCanvasElement | null {
    if (url === null) return null;
    const picture = this.#kept.get(url);
    if (picture !== undefined) return picture;
    this.#kept.set(url, null);
    const image = new Image();
    image.onload = () => {
      this.#kept.set(url, cut(image));
      this.#onCame();
    };
    image.src = url;
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= limit) break;
      this.#kept.delete(oldest);
    }
    return null;
  }
}

function cut(image: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d');
  const { naturalWidth: width, naturalHeight: height } = image;
  const part = Math.min(width, height);
  if (!context || part === 0) return canvas;
  context.beginPath();
  context.arc(side / 2, side / 2, side / 2, 0, 2 * Math.PI);
  context.clip();
  context.drawImage(image, (width - part) / 2, (height - part) / 2, part, part, 0, 0, side, side);
  return canvas;
}
