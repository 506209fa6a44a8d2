import { useEffect, useLayoutEffect } from 'preact/hooks';
import { goTo } from '../../actions/viewer-actions.ts';
import { useApp } from '../../app.ts';

/** Milliseconds that each photo stays. */
const stay = 4000;

/** Goes on by itself while the slide show plays: photo by photo, waiting while somebody points, until a key is pressed. */
export function useSlideShow(): void {
  const app = useApp();
  const { open, viewer } = app;
  const isPlaying = viewer.playing.value;
  const uid = open.uid.value;
  const isShown = open.shown.value === uid;
  const older = open.older.value;

  useEffect(() => {
    if (!isPlaying || !isShown) return;
    const goOn = (): void => {
      if (older) goTo(app, older);
      else viewer.playing.value = false;
    };
    let timer = setTimeout(goOn, stay);
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(goOn, stay);
    };
    addEventListener('pointermove', wait);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', wait);
    };
  }, [isPlaying, isShown, uid, older?.uid]);

  // Before it is painted: the next key is about the slide show that one sees.
  useLayoutEffect(() => {
    if (!isPlaying) return;
    const end = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey } = event;
      // The key of the slide show itself ends it by itself.
      if (key === 'p' || ctrlKey || metaKey) return;
      viewer.playing.value = false;
      // The photo stays: it takes Escape once more to leave it.
      if (key === 'Escape') event.preventDefault();
    };
    addEventListener('keydown', end, { capture: true });
    return () => {
      removeEventListener('keydown', end, { capture: true });
    };
  }, [isPlaying]);
}
