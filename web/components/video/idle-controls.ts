import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';

/** Milliseconds after which controls that nobody uses go while a video plays. */
const stay = 3000;

/** Says of a player that nobody has touched anything for a while. Whoever points at its controls keeps them. */
export function useIdleControls(player: VideoPlayer, controls: RefObject<HTMLElement>): void {
  const isPlaying = player.playing.value;
  const { isIdle } = player;
  useEffect(() => {
    let timer = 0;
    const isUsed = (): boolean => {
      const { current } = controls;
      if (!current) return false;
      return current.querySelector(':focus-visible') !== null || (hovers.matches && current.matches(':hover'));
    };
    const wake = (): void => {
      isIdle.value = false;
      clearTimeout(timer);
      if (isPlaying) timer = window.setTimeout(rest, stay);
    };
    const rest = (): void => {
      if (isUsed()) wake();
      else isIdle.value = true;
    };
    const onPointer = (event: PointerEvent): void => {
      // A tap on the video itself asks for the controls, or sends them away.
      if (event.pointerType === 'mouse' || !(event.target instanceof HTMLVideoElement)) wake();
    };
    wake();
    addEventListener('pointermove', onPointer);
    addEventListener('pointerdown', onPointer);
    addEventListener('keydown', wake);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', onPointer);
      removeEventListener('pointerdown', onPointer);
      removeEventListener('keydown', wake);
    };
  }, [player, isPlaying]);
}

const hovers = matchMedia('(hover: hover)');
