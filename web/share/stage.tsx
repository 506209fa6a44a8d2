import type { JSX } from 'preact';
import type { Way } from '../state/viewer/video/ways.ts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SharedFacts, SharedPhoto } from '../../core/http/wire.ts';
import type { PhotoView, Wish } from '../state/viewer/photo-view.ts';
import { PassingVideo } from '../components/video/passing-video.tsx';
import { useLongPress } from '../components/hooks/long-press.ts';
import { holdToPlay, useStage } from '../components/viewer/stage-gestures.ts';
import type { SharedAlbum } from './shared-album.ts';
import { SharedVideo, type Watching } from './video.tsx';
import { text } from './text.ts';

interface StageProps {
  readonly album: SharedAlbum;
  readonly facts: SharedFacts;
  readonly photo: SharedPhoto;
  readonly label: string;
  readonly view: PhotoView;
  readonly watching: Watching;
  readonly onWish: (wish: Wish) => void;
}

/** The open photo with its gestures. */
export function Stage({ album, facts, photo, label, view, watching, onWish }: StageProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [moves, setMoves] = useState(false);
  /** The original motion, or a conversion that the browser can play. */
  const [way, setWay] = useState<Way>('full');
  const { width, height } = photo;
  const isVideo = photo.kind === 'video';
  useLayoutEffect(() => {
    view.show(width && height ? { width, height } : null, false, !isVideo);
  }, []);
  const { press, begin, zoom: zoomBy } = useStage(element, view);

  const isLive = photo.kind === 'live' && facts.video_files;
  const hold = useLongPress(
    () => {
      setMoves(true);
    },
    { after: holdToPlay, byMouse: true },
  );
  const { box } = view.fit.value;
  const zoom = view.zoom.value;
  const drag = view.drag.value ?? { x: 0, y: 0 };
  const style = {
    ...box,
    transform: `translate(${zoom.x + drag.x}px, ${zoom.y + drag.y}px) scale(${zoom.scale})`,
  };
  return (
    <div
      class="shared-stage"
      ref={element}
      data-gently={view.gently.value && view.drag.value === null}
      data-zoomed={zoom.scale > 1}
      onPointerDown={(event) => {
        if (begin(event) && isLive) hold.onPointerDown(event);
      }}
      onPointerMove={(event) => {
        hold.onPointerMove(event);
        view.move(press(event));
      }}
      onPointerUp={(event) => {
        hold.onPointerUp(event);
        const wish = view.release(press(event));
        if (wish) onWish(wish);
      }}
      onContextMenu={hold.onContextMenu}
      onPointerCancel={(event) => {
        hold.onPointerCancel(event);
        view.cancel(event.pointerId);
      }}
      onWheel={(event) => {
        if (!isVideo) zoomBy(event);
      }}
    >
      {isVideo && facts.videos ? (
        <SharedVideo album={album} facts={facts} photo={photo} label={label} style={style} watching={watching} />
      ) : (
        <div class="shared-picture" style={style}>
          {photo.thumb_url && <img src={photo.thumb_url} alt={isVideo ? label : ''} draggable={false} />}
          {!isVideo && (
            <img
              src={album.full(photo)}
              alt={label}
              draggable={false}
              data-state={state}
              onLoad={({ currentTarget }) => {
                setState('shown');
                if (!width || !height) {
                  view.setPicture({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight });
                }
              }}
              onError={() => {
                setState('failed');
              }}
            />
          )}
          {moves && (
            <PassingVideo
              src={way === 'full' ? album.motion(photo) : album.stream(photo, 0)}
              muted={watching.habits.muted.value}
              onEnded={() => {
                setMoves(false);
              }}
              onFailed={() => {
                if (way === 'full') setWay('stream');
                else setMoves(false);
              }}
            />
          )}
        </div>
      )}
      {state === 'failed' && (
        <p class="shared-note" role="status">
          {text.notLoaded}
        </p>
      )}
      {isVideo && !facts.videos && (
        <p class="shared-note" role="status">
          {text.notPlayed}
        </p>
      )}
    </div>
  );
}
