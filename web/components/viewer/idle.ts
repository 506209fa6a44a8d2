import { useEffect, useState } from 'preact/hooks';

/** Milliseconds after which unused controls are hidden. */
const hideDelays = { looking: 3500, playing: 2000 };

/**
 * Whether the controls may be hidden: the mouse has rested. With keyboard or touch, or before the mouse was moved, they
 * stay; a slide show hides them in any case.
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
        isPlaying ? hideDelays.playing : hideDelays.looking,
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
