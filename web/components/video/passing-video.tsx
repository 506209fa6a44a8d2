import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { unload } from '../../state/viewer/video/screen.ts';

interface PassingVideoProps {
  readonly src: string;
  readonly muted: boolean;
  readonly loop?: boolean;
  readonly onEnded?: () => void;
  /** It did not come, or this browser cannot play its picture. */
  readonly onFailed: () => void;
}

/** A video that plays by itself over a picture that tells the same, and has no controls. Its transfer ends with it. */
export function PassingVideo({ src, muted, loop = false, onEnded, onFailed }: PassingVideoProps): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => {
    const element = video.current;
    if (!element) return;
    element.muted = muted;
    element.src = src;
    element.play().catch((error: unknown) => {
      if ((error as Error).name !== 'NotAllowedError') return;
      // Browsers that play no sound unasked play without, and some play nothing.
      if (element.muted) {
        onFailed();
        return;
      }
      element.muted = true;
      element.play().catch(onFailed);
    });
    return () => {
      unload(element);
    };
  }, [src]);
  return (
    <video
      ref={video}
      class="passing-video"
      loop={loop}
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      onLoadedMetadata={({ currentTarget }) => {
        // Some play the sound alone.
        if (currentTarget.videoWidth === 0) onFailed();
      }}
      onEnded={onEnded}
      onError={onFailed}
    />
  );
}
