import { signal } from '@preact/signals';
import { PhotoFaces, type PhotoFacesOptions } from './photo-faces.ts';
import { PhotoView } from './photo-view.ts';

/** How photos are looked at one by one: what stands beside and over them stays from photo to photo. */
export class Viewer {
  readonly info = signal(false);
  /** Whether faces have their boxes. */
  readonly boxes = signal(false);
  /** Whether text in photos can be selected. */
  readonly text = signal(false);
  /** Whether the photos change by themselves. */
  readonly playing = signal(false);
  readonly view = new PhotoView();
  readonly faces: PhotoFaces;

  constructor(options: PhotoFacesOptions) {
    this.faces = new PhotoFaces(options);
  }
}
