import { useEffect, useState } from 'preact/hooks';

/** Phones of one maker have no full screen for pages, but for videos. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** The whole page takes the screen, so that its controls do too. */
export function toggleFullScreen(video: PhoneVideo | null): void {
  const page = document.documentElement;
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  else if (document.fullscreenEnabled) page.requestFullscreen().catch(() => undefined);
  else video?.webkitEnterFullscreen?.();
}

/** Whether the page has the screen to itself now. */
export function useFullScreen(): boolean {
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const follow = (): void => {
      setFull(document.fullscreenElement !== null);
    };
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
    };
  }, []);
  return isFull;
}

/** Whether videos can have a small window over all others here. */
export const hasOwnWindow = document.pictureInPictureEnabled as boolean | undefined;

/** The video in a small window of its own, or back from there. */
export function toggleOwnWindow(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) document.exitPictureInPicture().catch(() => undefined);
  else video?.requestPictureInPicture().catch(() => undefined);
}
