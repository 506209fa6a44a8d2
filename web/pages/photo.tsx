import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { Icon } from '../components/icon.tsx';
import { PhotoInfo } from '../components/photo-info.tsx';
import { PhotoToolbar } from '../components/photo-toolbar.tsx';
import { Stage } from '../components/stage.tsx';
import type { PhotoItem } from '../../core/http/wire.ts';
import { text } from '../strings.ts';

/** One photo, as large as the window. */
export function PhotoPage(): JSX.Element {
  const { open, router, session } = useApp();
  const element = useRef<HTMLElement>(null);
  const [infoShown, setInfoShown] = useState(false);
  const place = router.place.value;
  const uid = place.page === 'photo' ? place.uid : null;

  useLayoutEffect(() => {
    if (uid !== null) void open.open(uid);
  }, [uid]);
  useEffect(() => {
    element.current?.focus();
    return () => {
      open.close();
    };
  }, []);

  const show = (neighbour: PhotoItem | null): void => {
    if (neighbour) router.exchange({ page: 'photo', uid: neighbour.uid });
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
      router.leave();
    },
    i: toggleInfo,
  };
  const photo = open.photo.value;
  if (session.may('write') && photo) {
    byKey['f'] = () => void open.setFlags({ favorited: !photo.favorited_by_me });
    byKey['a'] = () => void open.setFlags({ archived: !photo.archived });
    byKey['h'] = () => void open.setFlags({ hidden: !photo.hidden });
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const typing = event.target instanceof HTMLInputElement;
      if (typing && event.key !== 'Escape') return;
      if (typing) element.current?.focus();
      else byKey[event.key]?.();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  });

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
        {open.editFailure.value && (
          <p class="edit-failure" role="alert">
            {open.editFailure.value}
          </p>
        )}
      </div>
      {infoShown && photo && <PhotoInfo photo={photo} />}
    </main>
  );
}
