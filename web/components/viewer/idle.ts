import { useEffect, useState } from 'preact/hooks';

/** Milliseconds after which controls that nobody uses go. */
const stay = { looking: 3500, playing: 2000 };

/**
 * Whether the controls may go: the mouse has rested. Whoever uses keys or fingers keeps them, and so does whoever has not moved
 * a mouse yet; a slide show has the screen to itself whatever one uses.
 */
export function useIdle(isPlaying: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer = 0;
    const wake = (sleeps: boolean): void => {
      setIdle(false);
      clearTimeout(timer);
      if (!sleeps && !isPlaying) return;
      timer = window.setTimeout(
        () => {
          setIdle(true);
        },
        isPlaying ? stay.playing : stay.looking,
      );
    };
    const onPointer = ({ pointerType }: PointerEvent): void => {
      wake(pointerType === 'mouse');
    };
    const onKey = (): void => {
      wake(false);
    };
    wake(false);
    addEventListener('pointermove', onPointer);
    addEventListener('pointerdown', onPointer);
    addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', onPointer);
      removeEventListener('pointerdown', onPointer);
      removeEventListener('keydown', onKey);
    };
  }, [isPlaying]);
  return idle;
}
