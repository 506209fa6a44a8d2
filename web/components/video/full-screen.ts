import { useEffect, useState } from 'preact/hooks';

/** iPhones have no full screen for pages, only for videos. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Toggles full screen for the whole page, so that its controls remain visible. */
export function toggleFullScreen(video: PhoneVideo | null): void {
  const page = document.documentElement;
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  else if (document.fullscreenEnabled) page.requestFullscreen().catch(() => undefined);
  else video?.webkitEnterFullscreen?.();
}

/** Whether the page is in full screen. */
export function useFullScreen(): boolean {
  const [isFullScreen, setFullScreen] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const follow = (): void => {
      setFullScreen(document.fullscreenElement !== null);
    };
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
    };
  }, []);
  return isFullScreen;
}

/** Whether the browser supports picture-in-picture. */
export const hasOwnWindow = document.pictureInPictureEnabled as boolean | undefined;

/** Toggles picture-in-picture. */
export function toggleOwnWindow(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) document.exitPictureInPicture().catch(() => undefined);
  else video?.requestPictureInPicture().catch(() => undefined);
}
