import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';

/** Milliseconds after which unused controls are hidden while a video plays. */
const hideDelay = 3000;

/** Marks a player as idle when there was no input for a while, unless the pointer is over its controls. */
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
      if (isPlaying) timer = window.setTimeout(hide, hideDelay);
    };
    const hide = (): void => {
      if (isUsed()) wake();
      else isIdle.value = true;
    };
    const onPointer = (event: PointerEvent): void => {
      // A tap on the video itself toggles the controls.
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
