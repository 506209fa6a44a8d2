import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { SharedFacts, SharedPhoto } from '../../core/http/wire.ts';
import { PhotoView, type Wish } from '../state/viewer/photo-view.ts';
import { Glyph } from './glyph.tsx';
import { detailsOf, labelOf } from './label.ts';
import type { SharedAlbum } from './shared-album.ts';
import { Habits } from '../state/viewer/video/habits.ts';
import { Resume } from '../state/viewer/video/resume.ts';
import { Stage } from './stage.tsx';
import type { Watching } from './video.tsx';
import { videoKey } from './video-keys.ts';
import { text } from './text.ts';

export interface ViewerProps {
  readonly album: SharedAlbum;
  readonly facts: SharedFacts;
  readonly photos: readonly SharedPhoto[];
  readonly total: number;
  readonly index: number;
  readonly onShow: (index: number) => void;
  readonly onClose: () => void;
}

/** A photo in the viewer, with swipe, zoom and keys. */
export function Viewer({ album, facts, photos, total, index, onShow, onClose }: ViewerProps): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const view = useMemo(() => new PhotoView(), []);
  const watching = useMemo<Watching>(() => ({ habits: new Habits(), resume: new Resume(), player: null }), []);
  const photo = photos[index];
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    // Preloads the next photo.
    const next = photos[index + 1];
    if (next && next.kind !== 'video') new Image().src = album.full(next);
  }, [index]);

  const go = (by: -1 | 1): void => {
    if (photos[index + by]) onShow(index + by);
  };
  const onWish = (wish: Wish): void => {
    if (wish === 'close') onClose();
    else go(wish === 'newer' ? -1 : 1);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => {
      if (view.zoom.peek().scale === 1 || !view.pan(0.3, 0)) go(-1);
    },
    ArrowRight: () => {
      if (view.zoom.peek().scale === 1 || !view.pan(-0.3, 0)) go(1);
    },
    ArrowUp: () => view.pan(0, 0.3),
    ArrowDown: () => view.pan(0, -0.3),
    '+': () => {
      view.zoomIn();
    },
    '-': () => {
      view.zoomOut();
    },
    '0': () => {
      view.whole();
    },
  };
  if (!photo) return null;
  const isPicture = photo.kind !== 'video';
  const label = labelOf(photo, index, total);
  return (
    <dialog
      class="shared-viewer"
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { player } = watching;
        const forVideo = player && videoKey(event);
        const command = forVideo
          ? () => {
              forVideo(player);
            }
          : keys[event.key];
        if (!command) return;
        event.preventDefault();
        command();
      }}
    >
      <Stage
        key={photo.uid}
        album={album}
        facts={facts}
        photo={photo}
        label={label}
        view={view}
        watching={watching}
        onWish={onWish}
      />
      <p class="unseen" aria-live="polite">
        {label}
      </p>
      <header>
        <button class="icon-button" type="button" aria-label={text.close} title={text.close} onClick={onClose}>
          <Glyph name="close" />
        </button>
        <span class="shared-details" aria-hidden="true">
          {detailsOf(photo) || `${index + 1} / ${total}`}
        </span>
        {isPicture && (
          <button
            class="icon-button"
            type="button"
            aria-label={view.zoom.value.scale > 1 ? text.zoomOut : text.zoomIn}
            title={view.zoom.value.scale > 1 ? text.zoomOut : text.zoomIn}
            onClick={() => {
              view.toggle({ x: 0, y: 0 });
            }}
          >
            <Glyph name={view.zoom.value.scale > 1 ? 'minus' : 'plus'} />
          </button>
        )}
        {facts.download && (
          <a
            class="icon-button"
            href={album.original(photo)}
            download=""
            aria-label={text.download}
            title={text.downloadNote}
          >
            <Glyph name="download" />
          </a>
        )}
      </header>
      {index > 0 && (
        <button
          class="icon-button shared-step"
          data-side="start"
          type="button"
          aria-label={text.previous}
          onClick={() => {
            go(-1);
          }}
        >
          <Glyph name="previous" />
        </button>
      )}
      {index + 1 < photos.length && (
        <button
          class="icon-button shared-step"
          data-side="end"
          type="button"
          aria-label={text.next}
          onClick={() => {
            go(1);
          }}
        >
          <Glyph name="next" />
        </button>
      )}
    </dialog>
  );
}
