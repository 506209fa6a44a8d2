import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { unload } from '../../state/viewer/video/screen.ts';

interface PassingVideoProps {
  readonly src: string;
  readonly muted: boolean;
  readonly loop?: boolean;
  readonly onEnded?: () => void;
  /** Called if it did not load, or the browser cannot decode its picture. */
  readonly onFailed: () => void;
}

/** A video without controls that plays over its still picture. Its transfer ends when it is removed. */
export function PassingVideo({ src, muted, loop = false, onEnded, onFailed }: PassingVideoProps): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => {
    const element = video.current;
    if (!element) return;
    element.muted = muted;
    element.src = src;
    element.play().catch((error: unknown) => {
      if ((error as Error).name !== 'NotAllowedError') return;
      // Browsers that block autoplay with sound play without it; some block that, too.
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
        // Some browsers play only the sound.
        if (currentTarget.videoWidth === 0) onFailed();
      }}
      onEnded={onEnded}
      onError={onFailed}
    />
  );
}
