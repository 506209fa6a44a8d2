import { signal } from '@preact/signals';

/** The motion of the open live photo, which plays over its picture. */
export class LivePhoto {
  /** Whether the open photo has one. */
  readonly there = signal(false);
  /** Null while the picture is still. Sound only plays on request. */
  readonly playing = signal<'quietly' | 'aloud' | null>(null);

  /** Plays it once. */
  play(mode: 'quietly' | 'aloud'): void {
    if (this.there.peek()) this.playing.value = mode;
  }

  end(): void {
    this.playing.value = null;
  }
}
