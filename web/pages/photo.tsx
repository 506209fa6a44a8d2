import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { goTo } from '../actions/viewer-actions.ts';
import { useApp } from '../app.ts';
import { tooltip } from '../components/elements/action-button.tsx';
import { Icon } from '../components/elements/icon.tsx';
import { PhotoInfo } from '../components/viewer/photo-info.tsx';
import { PhotoToolbar } from '../components/viewer/photo-toolbar.tsx';
import { useSlideShow } from '../components/viewer/slide-show.ts';
import { Stage } from '../components/viewer/stage.tsx';
import type { Photo } from '../../core/http/wire.ts';
import type { Wish } from '../state/viewer/photo-view.ts';
import { text } from '../strings/index.ts';

/** Milliseconds after which controls that nobody uses leave a slide show. */
const controlsStay = 2000;

/** One photo, as large as the window. */
export function PhotoPage(): JSX.Element {
  const app = useApp();
  const { open, router, shown, dialog, viewer, ahead } = app;
  const element = useRef<HTMLElement>(null);
  const lastDialog = useRef(dialog.value);
  const uid = router.place.value.photo;
  const grid = shown.value;
  const photo = open.photo.value;
  const failure = open.failure.value;
  /** What the information is about: the photo before, until the present one is known. */
  const told = useRef<Photo | null>(null);
  if (photo) told.current = photo;
  const [newer, older] = [open.newer.value, open.older.value];
  const isShown = uid !== null && open.shown.value === uid;
  const seesFaces = viewer.info.value || viewer.boxes.value;

  useLayoutEffect(() => {
    if (uid !== null && grid) void open.open(uid, grid);
  }, [uid, grid]);
  useEffect(() => {
    element.current?.focus();
    return () => {
      open.close();
      ahead.prepare([], null);
      viewer.playing.value = false;
    };
  }, []);
  useEffect(() => {
    // After the present one, so that it has the line to itself.
    if (isShown) ahead.prepare([older, newer].filter((item) => item !== null), uid); // prettier-ignore
  }, [isShown, uid, newer?.uid, older?.uid]);
  useEffect(() => {
    if (uid !== null && seesFaces) void viewer.faces.load(uid);
  }, [uid, seesFaces]);
  useEffect(() => {
    // A question about people was answered.
    if (lastDialog.current === 'people' && seesFaces) void viewer.faces.reload();
    lastDialog.current = dialog.value;
  }, [dialog.value]);
  useEffect(() => {
    if (!open.left.value) return;
    const next = older ?? newer;
    if (next) goTo(app, next);
    else router.closePhoto();
  }, [open.left.value]);
  useSlideShow();
  const awake = useAwake();

  const onWish = (wish: Wish): void => {
    if (wish === 'close') router.closePhoto();
    else goTo(app, wish === 'newer' ? open.newer.value : open.older.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !(event.target instanceof HTMLInputElement)) return;
    // Out of the field, not out of the photo.
    event.preventDefault();
    element.current?.focus();
  };
  return (
    <main
      class="photo-page"
      ref={element}
      tabIndex={-1}
      aria-label={photo?.name ?? text.kinds.image}
      data-playing={viewer.playing.value && !awake}
      onKeyDown={onKeyDown}
    >
      <div class="viewer">
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
      </div>
      <div class="info-slot" data-open={viewer.info.value && told.current !== null}>
        {viewer.info.value && told.current && <PhotoInfo photo={told.current} />}
      </div>
    </main>
  );
}

/** Whether somebody moved the pointer a moment ago. */
function useAwake(): boolean {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    let timer = 0;
    const wake = (): void => {
      setAwake(true);
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        setAwake(false);
      }, controlsStay);
    };
    wake();
    addEventListener('pointermove', wake);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', wake);
    };
  }, []);
  return awake;
}
