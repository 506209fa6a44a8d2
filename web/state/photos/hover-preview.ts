import { signal } from '@preact/signals';
import type { PhotoItem, Signature } from '../../../core/http/wire.ts';
import { motionPath, originalPath } from '../viewer/original.ts';

export interface HoverPreviewOptions {
  sign(path: string): Promise<Signature>;
  /** Whether motion is not reduced, and no data saver is on. */
  isWelcome(): boolean;
}

/** How long the pointer rests on a tile before its video plays, in milliseconds. */
const hoverDelay = 300;

/** Plays the video or live photo under a resting pointer, one at a time. If the browser cannot play it, it stays still. */
export class HoverPreview {
  readonly shown = signal<{ readonly uid: string; readonly address: string } | null>(null);
  readonly #options: HoverPreviewOptions;
  readonly #failed = new Set<string>();
  #over: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: HoverPreviewOptions) {
    this.#options = options;
  }

  /** To be called when the pointer moves over a photo, or over none. */
  over(item: PhotoItem | undefined): void {
    const isMoving = item?.kind === 'video' || item?.kind === 'live';
    if (item?.uid === this.#over) return;
    this.leave();
    if (!item || !isMoving || this.#failed.has(item.uid) || !this.#options.isWelcome()) return;
    this.#over = item.uid;
    this.#timer = setTimeout(() => void this.#show(item), hoverDelay);
  }

  /** To be called when the pointer leaves, or the list scrolls under it. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#over = null;
    this.shown.value = null;
  }

  fail(uid: string): void {
    this.#failed.add(uid);
    this.leave();
  }

  async #show({ uid, kind }: PhotoItem): Promise<void> {
    const path = kind === 'live' ? motionPath(uid) : originalPath(uid);
    try {
      const { sig, exp } = await this.#options.sign(path);
      if (this.#over !== uid) return;
      this.shown.value = { uid, address: `${path}?${new URLSearchParams({ sig, exp: String(exp) }).toString()}` };
    } catch {
      // The photo stays still.
    }
  }
}
