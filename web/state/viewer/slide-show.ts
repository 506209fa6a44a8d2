import { batch, signal } from '@preact/signals';

/** The choices for seconds per photo. */
export const paces = [3, 5, 10, 20] as const;

/** A slide show of the open list. */
export class SlideShow {
  readonly playing = signal(false);
  /** Whether it is paused. */
  readonly paused = signal(false);
  readonly direction = signal<'older' | 'newer'>('older');
  /** Seconds per photo. */
  readonly pace = signal<number>(5);

  /** @param direction through the list: `newer` starts with the first day of a trip */
  begin(direction: 'older' | 'newer' = 'older'): void {
    batch(() => {
      this.direction.value = direction;
      this.playing.value = true;
      this.paused.value = false;
    });
  }

  end(): void {
    this.playing.value = false;
  }
}
