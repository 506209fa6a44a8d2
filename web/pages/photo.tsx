import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { goTo } from '../actions/viewer-actions.ts';
import { useApp } from '../app.ts';
import { tooltip } from '../components/elements/action-button.tsx';
import { Icon } from '../components/elements/icon.tsx';
import { Backdrop } from '../components/viewer/backdrop.tsx';
import { Filmstrip } from '../components/viewer/filmstrip.tsx';
import { useIdle } from '../components/viewer/idle.ts';
import { PhotoInfo } from '../components/viewer/photo-info.tsx';
import { PhotoToolbar } from '../components/viewer/photo-toolbar.tsx';
import { SlideControls } from '../components/viewer/slide-controls.tsx';
import { useSlideShow } from '../components/viewer/slide-show.ts';
import { useZoomKeys } from '../components/viewer/zoom-keys.ts';
import { StackStrip } from '../components/viewer/stack-strip.tsx';
import { Stage } from '../components/viewer/stage.tsx';
import type { Photo } from '../../core/http/wire.ts';
import type { Wish } from '../state/viewer/photo-view.ts';
import { text } from '../strings/index.ts';

/** Milliseconds before the faces of an open photo are loaded. */
const facesAfter = 250;

/** The photo viewer, as large as the window. */
export function PhotoPage(): JSX.Element {
  const app = useApp();
  const { open, router, shown, dialog, viewer, ahead } = app;
  const element = useRef<HTMLElement>(null);
  const uid = router.place.value.photo;
  const grid = shown.value;
  const photo = open.photo.value;
  const failure = open.failure.value;
  /** The photo whose details are shown: the previous one, until the current one is loaded. */
  const lastPhoto = useRef<Photo | null>(null);
  if (photo) lastPhoto.current = photo;
  const [newer, older] = [open.newer.value, open.older.value];
  const isShown = uid !== null && open.shown.value === uid;
  const seesFaces = viewer.info.value || viewer.boxes.value;
  const isPlaying = viewer.show.playing.value;
  const isResting = useIdle(isPlaying) || (viewer.video.value?.isIdle.value ?? false);
  const isIdle = isResting && !viewer.menu.value && dialog.value === null;

  useLayoutEffect(() => {
    if (uid !== null && grid) void open.open(uid, grid);
  }, [uid, grid]);
  useEffect(() => {
    element.current?.focus();
    return () => {
      open.close();
      ahead.prepare([], null);
      viewer.show.end();
      viewer.menu.value = false;
      viewer.faces.forget();
    };
  }, []);
  useEffect(() => {
    // Neighbours are preloaded after the current photo, so as not to slow it down.
    if (isShown) ahead.prepare([older, newer].filter((item) => item !== null), uid); // prettier-ignore
  }, [isShown, uid, newer?.uid, older?.uid]);
  useEffect(() => {
    if (uid !== null && seesFaces) void viewer.faces.load(uid);
  }, [uid, seesFaces]);
  useEffect(() => {
    if (uid === null || !isShown || seesFaces || isPlaying) return;
    // For hovering over faces; not while the user skips through photos.
    const timer = setTimeout(() => void viewer.faces.load(uid), facesAfter);
    return () => {
      clearTimeout(timer);
    };
  }, [uid, isShown, seesFaces, isPlaying]);
  useEffect(() => {
    if (!open.left.value) return;
    const next = older ?? newer;
    if (next) goTo(app, next);
    else router.closePhoto();
  }, [open.left.value]);
  useEffect(() => {
    // The focused element may have disappeared: with a neighbour, or with the controls of the slide show.
    if (document.activeElement === document.body) element.current?.focus();
  }, [newer?.uid, older?.uid, isPlaying, viewer.info.value]);
  useSlideShow();
  useZoomKeys();

  // The space of the panel is reserved, so that the picture does not move when the details arrive.
  const hasInfo = viewer.info.value && !isPlaying && (lastPhoto.current !== null || !failure);
  const hasStrip = grid !== null && !isPlaying && !failure && grid.layout.total > 1;

  const onWish = (wish: Wish): void => {
    if (wish === 'close') router.closePhoto();
    else goTo(app, wish === 'newer' ? open.newer.value : open.older.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !(event.target instanceof HTMLInputElement)) return;
    // Escape leaves the text field, but does not close the photo.
    event.preventDefault();
    element.current?.focus();
  };
  return (
    <main
      class="photo-page"
      ref={element}
      tabIndex={-1}
      aria-label={photo?.name ?? text.kinds.image}
      data-playing={isPlaying}
      data-idle={isIdle}
      onKeyDown={onKeyDown}
    >
      <div class="viewer" data-strip={hasStrip}>
        <Backdrop />
        {failure ? (
          <p class="photo-failure" role="alert">
            {failure}
          </p>
        ) : (
          <Stage onWish={onWish} />
        )}
        <PhotoToolbar />
        {newer && (
          <button
            class="round step newer"
            type="button"
            aria-label={text.newer}
            title={tooltip(text.newer, 'ArrowLeft')}
            onClick={() => {
              goTo(app, newer);
            }}
          >
            <Icon name="newer" />
          </button>
        )}
        {older && (
          <button
            class="round step older"
            type="button"
            aria-label={text.older}
            title={tooltip(text.older, 'ArrowRight')}
            onClick={() => {
              goTo(app, older);
            }}
          >
            <Icon name="older" />
          </button>
        )}
        {!isPlaying && !failure && <StackStrip />}
        {hasStrip && <Filmstrip grid={grid} />}
        {isPlaying && <SlideControls />}
      </div>
      <div class="info-slot" data-open={hasInfo}>
        {hasInfo && lastPhoto.current && !failure && <PhotoInfo photo={lastPhoto.current} />}
      </div>
    </main>
  );
}
