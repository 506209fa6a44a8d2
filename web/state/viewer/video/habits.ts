import { signal } from '@preact/signals';
import type { Screen } from './screen.ts';

/** The choices for playback speed. */
export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** Playback settings, which stay from one video to the next. */
export class Habits {
  /** 0 to 1. */
  readonly volume = signal(1);
  readonly muted = signal(false);
  readonly rate = signal(1);

  /** @param to 0 to 1 */
  setVolume(to: number): void {
    this.volume.value = Math.min(1, Math.max(0, to));
    this.muted.value = to <= 0;
  }

  toggleSound(): void {
    this.muted.value = !this.muted.peek();
    if (!this.muted.peek() && this.volume.peek() === 0) this.volume.value = 1;
  }

  applyTo(screen: Screen): void {
    screen.volume = this.volume.value;
    screen.muted = this.muted.value;
    screen.playbackRate = this.rate.value;
    // Applies to the next video that is loaded.
    screen.defaultPlaybackRate = this.rate.value;
  }
}
