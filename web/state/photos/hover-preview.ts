import { signal } from '@preact/signals';
import type { PhotoItem, Signature } from '../../../core/http/wire.ts';
import { motionPath, originalPath } from '../viewer/original.ts';

export interface HoverPreviewOptions {
  sign(path: string): Promise<Signature>;
  /** Whether motion is welcome here, and data is not dear. */
  isWelcome(): boolean;
}

/** Milliseconds that a mouse rests on a tile before it moves. */
const rests = 300;

/** What moves while a mouse rests on its tile: one at a time. What this browser cannot play stays still. */
export class HoverPreview {
  readonly shown = signal<{ readonly uid: string; readonly address: string } | null>(null);
  readonly #options: HoverPreviewOptions;
  readonly #failed = new Set<string>();
  #over: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: HoverPreviewOptions) {
    this.#options = options;
  }

  /** The mouse is over a photo, or over none. */
  over(item: PhotoItem | undefined): void {
    const moves = item?.kind === 'video' || item?.kind === 'live';
    if (item?.uid === this.#over) return;
    this.leave();
    if (!item || !moves || this.#failed.has(item.uid) || !this.#options.isWelcome()) return;
    this.#over = item.uid;
    this.#timer = setTimeout(() => void this.#show(item), rests);
  }

  /** The mouse is elsewhere, or the list moves away under it. */
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
      // It stays still.
    }
  }
}
