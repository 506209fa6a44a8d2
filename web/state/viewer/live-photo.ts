import { signal } from '@preact/signals';

/** The motion part of the open photo, which plays over its picture and goes again. */
export class LivePhoto {
  /** Whether the open photo has one. */
  readonly there = signal(false);
  /** Null while the picture stands still. Nobody is surprised by its sound who did not ask for it. */
  readonly playing = signal<'quietly' | 'aloud' | null>(null);

  /** Plays it once. */
  play(how: 'quietly' | 'aloud'): void {
    if (this.there.peek()) this.playing.value = how;
  }

  end(): void {
    this.playing.value = null;
  }
}
