import { signal } from '@preact/signals';
import { PhotoView } from './photo-view.ts';

/** How photos are looked at one by one: what stands beside and over them stays from photo to photo. */
export class Viewer {
  readonly info = signal(false);
  /** Whether faces have their boxes. */
  readonly boxes = signal(false);
  /** Whether the photos change by themselves. */
  readonly playing = signal(false);
  readonly view = new PhotoView();

  /** The photo was closed. */
  leave(): void {
    this.playing.value = false;
  }
}
