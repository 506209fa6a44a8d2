import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';
import { longSkip } from '../../state/viewer/video/skips.ts';
import { toggleFullScreen } from './full-screen.ts';

/** The most milliseconds between the taps of a double tap. */
const doubleTap = 320;

interface VideoScreenProps {
  readonly player: VideoPlayer;
  readonly video: RefObject<HTMLVideoElement>;
  readonly label: string;
}

/** The video itself. A click plays or pauses; a tap shows the controls, and a double tap at a side skips. */
export function VideoScreen({ player, video, label }: VideoScreenProps): JSX.Element {
  const lastTap = useRef(-Infinity);
  useLayoutEffect(() => {
    if (video.current) player.attach(video.current);
    return () => {
      player.release();
    };
  }, [player]);

  const onClick = (event: MouseEvent): void => {
    if ((event as PointerEvent).pointerType === 'mouse') {
      player.toggle();
      return;
    }
    const isSecond = event.timeStamp - lastTap.current < doubleTap;
    lastTap.current = event.timeStamp;
    const side = sideOf(event, video.current);
    if (isSecond && side !== 0) player.skip(side * longSkip);
    else if (player.playing.value) player.isIdle.value = !player.isIdle.value;
  };
  return (
    <video
      ref={video}
      aria-label={label}
      preload="metadata"
      playsInline
      onClick={onClick}
      onDblClick={(event) => {
        if (sideOf(event, video.current) === 0 || lastTap.current === -Infinity) toggleFullScreen(video.current);
      }}
    />
  );
}

/** −1 for the left third, 1 for the right third, 0 in between. */
function sideOf({ clientX }: MouseEvent, element: HTMLElement | null): -1 | 0 | 1 {
  const { left, width } = element?.getBoundingClientRect() ?? new DOMRect();
  const at = (clientX - left) / (width || 1);
  return at < 1 / 3 ? -1 : at > 2 / 3 ? 1 : 0;
}
