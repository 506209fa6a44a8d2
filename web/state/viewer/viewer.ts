import { signal } from '@preact/signals';
import { LivePhoto } from './live-photo.ts';
import { PhotoFaces, type PhotoFacesOptions } from './photo-faces.ts';
import { PhotoView } from './photo-view.ts';
import { SlideShow } from './slide-show.ts';
import { Habits } from './video/habits.ts';
import type { VideoPlayer } from './video/player.ts';
import { Resume } from './video/resume.ts';

/** The state of the viewer, which stays from photo to photo. */
export class Viewer {
  readonly info = signal(false);
  /** Whether boxes around faces are shown. */
  readonly boxes = signal(false);
  /** Whether text in photos can be selected. */
  readonly text = signal(false);
  /** Whether the menu of further actions is open. */
  readonly menu = signal(false);
  /** Whether the zoom stays from photo to photo. */
  readonly keepZoom = signal(false);
  readonly show = new SlideShow();
  readonly view = new PhotoView();
  readonly faces: PhotoFaces;
  /** The player of the open video; null for photos, and until it is ready. */
  readonly video = signal<VideoPlayer | null>(null);
  readonly live = new LivePhoto();
  readonly habits = new Habits();
  readonly resume = new Resume();

  constructor(options: PhotoFacesOptions) {
    this.faces = new PhotoFaces(options);
  }
}
