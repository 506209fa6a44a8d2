import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { Icon } from '../components/icon.tsx';
import { PhotoInfo } from '../components/photo-info.tsx';
import { PhotoToolbar } from '../components/photo-toolbar.tsx';
import { Stage } from '../components/stage.tsx';
import type { PhotoItem } from '../../core/http/wire.ts';
import { text } from '../strings/index.ts';

/** One photo, as large as the window. */
export function PhotoPage(): JSX.Element {
  const { open, router, shown, dialog } = useApp();
  const element = useRef<HTMLElement>(null);
  const [infoShown, setInfoShown] = useState(false);
  const uid = router.place.value.photo;
  const grid = shown.value;

  useLayoutEffect(() => {
    if (uid !== null && grid) void open.open(uid, grid);
  }, [uid, grid]);
  useEffect(() => {
    element.current?.focus();
    return () => {
      open.close();
    };
  }, []);

  const show = (neighbour: PhotoItem | null): void => {
    if (neighbour) router.exchange({ ...router.place.value, photo: neighbour.uid });
  };
  const toggleInfo = (): void => {
    setInfoShown(!infoShown);
  };
  const byKey: Record<string, () => void> = {
    ArrowLeft: () => {
      show(open.newer.value);
    },
    ArrowRight: () => {
      show(open.older.value);
    },
    Escape: () => {
      router.closePhoto();
    },
    i: toggleInfo,
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || dialog.value !== null) return;
      const typing = event.target instanceof HTMLInputElement;
      if (typing && event.key !== 'Escape') return;
      if (typing) element.current?.focus();
      else if (byKey[event.key]) {
        event.preventDefault();
        byKey[event.key]?.();
      }
    };
    // Before the shortcuts of the page underneath.
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true });
    };
  });

  const photo = open.photo.value;
  const failure = open.failure.value;
  return (
    <main class="photo-page" ref={element} tabIndex={-1} aria-label={photo?.name ?? text.kinds.image}>
      <div class="viewer">
        {failure ? (
          <p class="photo-failure" role="alert">
            {failure}
          </p>
        ) : (
          <Stage key={uid} />
        )}
        <PhotoToolbar infoShown={infoShown} toggleInfo={toggleInfo} />
        {open.newer.value && (
          <button class="round step newer" type="button" aria-label={text.newer} onClick={byKey['ArrowLeft']}>
            <Icon name="newer" />
          </button>
        )}
        {open.older.value && (
          <button class="round step older" type="button" aria-label={text.older} onClick={byKey['ArrowRight']}>
            <Icon name="older" />
          </button>
        )}
      </div>
      {infoShown && photo && <PhotoInfo photo={photo} />}
    </main>
  );
}
