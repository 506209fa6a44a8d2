import { batch, signal } from '@preact/signals';

/** Seconds that a photo may stay. */
export const paces = [3, 5, 10, 20] as const;

/** Photos that follow each other by themselves, alone on the screen. */
export class SlideShow {
  readonly playing = signal(false);
  /** It stays where it is until somebody goes on. */
  readonly paused = signal(false);
  readonly direction = signal<'older' | 'newer'>('older');
  /** Seconds that each photo stays. */
  readonly pace = signal<number>(5);

  /** @param direction which way it goes through the list: `newer` from the first day of a trip on */
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
