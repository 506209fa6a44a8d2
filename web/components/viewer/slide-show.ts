import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { goTo } from '../../actions/viewer-actions.ts';
import { useApp } from '../../app.ts';
import type { LivePhoto } from '../../state/viewer/live-photo.ts';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';
import { isDialogOpen, useDialogOpen } from '../hooks/dialog-open.ts';

/** Advances while the slide show plays: photo by photo, and after a video has ended. */
export function useSlideShow(): void {
  const app = useApp();
  const { connection, dialog, open, viewer } = app;
  const { show } = viewer;
  const isPlaying = show.playing.value;
  // While a dialog about the visible photo is open, or being loaded, the slide show waits.
  const isAsking = useDialogOpen(isPlaying) || dialog.value !== null;
  const runs = isPlaying && !isAsking && !show.paused.value;
  const pace = show.pace.value;
  const uid = open.uid.value;
  // A photo that cannot be opened stays as long as the others.
  const isShown = open.shown.value === uid || (open.failure.value !== null && !connection.lost.value);
  const isVideo = open.item.value?.kind === 'video';
  const next = show.direction.value === 'newer' ? open.newer.value : open.older.value;

  useEffect(() => {
    if (!runs || !isShown) return;
    const goOn = (): void => {
      if (next) goTo(app, next);
      else show.end();
    };
    const player = viewer.video.peek();
    if (isVideo && player) return playThrough(player, goOn, pace * 1000);
    return stayFor(pace * 1000, viewer.live, goOn);
  }, [runs, isShown, isVideo, pace, uid, next?.uid]);

  useEffect(() => {
    if (!isPlaying) return;
    return fillScreen(() => {
      show.end();
    });
  }, [isPlaying]);

  // Before the first paint, so that the next key controls the slide show.
  useLayoutEffect(() => {
    if (!isPlaying) return;
    const onKey = (event: KeyboardEvent): void => {
      // An open dialog handles its own keys.
      if (isDialogOpen()) return;
      const isControl = (event.target as Element).closest('button, select, a, input') !== null;
      if (event.key === 'Escape') show.end();
      else if (event.key === ' ' && !isControl) show.paused.value = !show.paused.value;
      else return;
      // Escape ends only the slide show; another Escape closes the photo.
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => {
      removeEventListener('keydown', onKey, { capture: true });
    };
  }, [isPlaying]);
}

/** Plays a video to its end; one that fails to play stays as long as a photo. @returns a function that stops it */
function playThrough(player: VideoPlayer, onEnd: () => void, duration: number): () => void {
  let timer = 0;
  player.play();
  const unfollow = effect(() => {
    clearTimeout(timer);
    // In a new task, so that signals read by `onEnd` are not tracked by this effect.
    if (player.ended.value) timer = window.setTimeout(onEnd);
    else if (player.failure.value !== null) timer = window.setTimeout(onEnd, duration);
  });
  return () => {
    unfollow();
    clearTimeout(timer);
    player.pause();
  };
}

/** Waits for some milliseconds, and for a live photo until its motion has ended. @returns a function that stops it */
function stayFor(duration: number, live: LivePhoto, onEnd: () => void): () => void {
  let unfollow = (): void => undefined;
  let timer = window.setTimeout(() => {
    unfollow = effect(() => {
      if (live.playing.value === null) timer = window.setTimeout(onEnd);
    });
  }, duration);
  return () => {
    unfollow();
    clearTimeout(timer);
  };
}

/**
 * Enters full screen if the browser allows it.
 * @param onLeft called when the user leaves it with the browser's key
 * @returns a function that leaves it
 */
function fillScreen(onLeft: () => void): () => void {
  const page = document.documentElement;
  let hasEntered = false;
  let over = false;
  const onChange = (): void => {
    if (document.fullscreenElement) hasEntered = true;
    else if (hasEntered && !over) onLeft();
  };
  const leave = (): void => {
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  };
  document.addEventListener('fullscreenchange', onChange);
  // iPhones have no full screen for pages.
  (page.requestFullscreen as typeof page.requestFullscreen | undefined)
    ?.call(page)
    .then(() => {
      if (over) leave();
    })
    .catch(() => undefined);
  return () => {
    over = true;
    document.removeEventListener('fullscreenchange', onChange);
    leave();
  };
}
