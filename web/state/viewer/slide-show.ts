import { batch, signal } from '@preact/signals';

/** Seconds that a photo may stay. */
export const paces = [3, 5, 10, 20] as const;

/** Photos that follow each other by themselves, alone on the screen. */
export class SlideShow {
  readonly playing = signal(false);
  /** It stays where it is until somebody goes on. */
  readonly paused = signal(false);
  /** Seconds that each photo stays. */
  readonly pace = signal<number>(5);

  begin(): void {
    batch(() => {
      this.playing.value = true;
      this.paused.value = false;
    });
  }

  end(): void {
    this.playing.value = false;
  }
}
