import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import type { Wish } from '../../state/viewer/photo-view.ts';
import { hasNoPicture } from '../../state/viewer/faults.ts';
import { fitInto, type Point, type Size } from '../../state/viewer/zoom.ts';
import { useLongPress } from '../hooks/long-press.ts';
import { FaceBoxes } from './face-boxes.tsx';
import { TextBoxes } from './text-boxes.tsx';
import { Picture } from './picture.tsx';
import { holdToPlay, useStage } from './stage-gestures.ts';
import { Video } from './video/video.tsx';

/** The duration of the animation of a swiped picture in milliseconds. */
const leavingTime = 180;
/** Pixels between a picture and its neighbour during a swipe. */
const gap = 24;

/** Names appear on hover, if the device supports that. */
const hoverable = matchMedia('(hover: hover)');

/** A photo that was on the stage. */
interface StagePicture {
  readonly uid: string;
  readonly url: string | null;
  readonly size: Size | null;
}

const sizeOf = (item: PhotoItem | null): Size | null =>
  item?.width && item.height ? { width: item.width, height: item.height } : null;

/** The open photo with its gestures. @param onWish called with the action of a swipe */
export function Stage({ onWish }: { onWish: (wish: Wish) => void }): JSX.Element {
  const { open, viewer } = useApp();
  const { view } = viewer;
  const element = useRef<HTMLDivElement>(null);
  const [pendingWish, setPendingWish] = useState<Wish | null>(null);
  const pictures = useRef<{ now: StagePicture | null; before: StagePicture | null }>({ now: null, before: null });
  const item = open.item.value;
  const uid = open.uid.value;
  const size = sizeOf(item);
  const isVideo = item?.kind === 'video';
  const fit = view.fit.value;
  const zoom = view.zoom.value;
  const drag = view.drag.value;

  if (item) {
    const now = { uid: item.uid, url: open.original.value?.view ?? item.thumb_url, size };
    if (pictures.current.now && pictures.current.now.uid !== item.uid) pictures.current.before = pictures.current.now;
    pictures.current.now = now;
  }
  const { before } = pictures.current;

  useLayoutEffect(() => {
    view.show(size, viewer.keepZoom.peek() && !isVideo, !isVideo);
    setPendingWish(null);
  }, [uid]);
  useLayoutEffect(() => {
    if (size) view.setPicture(size);
  }, [size?.width, size?.height]);
  const { at, press, begin, zoom: zoomBy } = useStage(element, view);
  useEffect(() => {
    if (!pendingWish) return;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(
      () => {
        onWish(pendingWish);
      },
      reducedMotion ? 0 : leavingTime,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [pendingWish]);

  const hold = useLongPress(
    () => {
      viewer.live.play('aloud');
    },
    { after: holdToPlay, byMouse: true },
  );
  const onPointerDown = (event: PointerEvent): void => {
    if (!pendingWish && begin(event) && viewer.live.there.value) hold.onPointerDown(event);
  };
  const onPointerUp = (event: PointerEvent): void => {
    hold.onPointerUp(event);
    const wish = view.release(press(event));
    const isPossible = wish === 'close' || (wish === 'newer' ? open.newer.value : wish && open.older.value);
    if (wish && isPossible) setPendingWish(wish);
  };

  const offset = pendingWish ? leavingOffset(pendingWish, fit.view) : (drag ?? { x: 0, y: 0 });
  const neighbour = offset.x > 0 ? open.newer.value : offset.x < 0 ? open.older.value : null;
  const isAnimated = pendingWish !== null || (view.gently.value && drag === null);
  const hasFaces = !isVideo && item !== null && !hasNoPicture(item);
  // Boxes must not be in the way of moving a zoomed picture or selecting text.
  const isPointedAt = hoverable.matches && zoom.scale === 1 && !viewer.text.value;
  const Shown = isVideo ? Video : Picture;
  const closeProgress = fit.view.height > 0 ? Math.min(1, offset.y / fit.view.height) : 0;
  return (
    <div
      class="stage"
      ref={element}
      data-zoomed={zoom.scale > 1}
      data-gently={isAnimated}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        hold.onPointerMove(event);
        view.move(press(event));
      }}
      onPointerUp={onPointerUp}
      onContextMenu={hold.onContextMenu}
      onClickCapture={hold.onClickCapture}
      onPointerCancel={(event) => {
        hold.onPointerCancel(event);
        view.cancel(event.pointerId);
      }}
      onWheel={(event) => {
        if (!isVideo) zoomBy(event);
      }}
      onDblClick={(event) => {
        // Quiet face boxes are controls, but a double click on one zooms the picture.
        if ((event.target as Element).closest('.seen-faces[data-quiet=true] :is(a, button)')) view.toggle(at(event));
      }}
    >
      {viewer.show.playing.value && before?.url && (
        <div key={`before ${before.uid}`} class="picture leaving" style={{ ...fitInto(fit.view, before.size).box }}>
          <img src={before.url} alt="" draggable={false} />
        </div>
      )}
      {item && (
        <Shown
          key={item.uid}
          item={item}
          style={{
            width: fit.box.width,
            height: fit.box.height,
            opacity: 1 - closeProgress,
            transform: `translate(${zoom.x + offset.x}px, ${zoom.y + offset.y}px) scale(${zoom.scale})`,
          }}
        />
      )}
      {neighbour?.thumb_url && (
        <div
          class="picture"
          style={{
            ...fitInto(fit.view, sizeOf(neighbour)).box,
            transform: `translate(${offset.x - Math.sign(offset.x) * (fit.view.width + gap)}px, 0)`,
          }}
        >
          <img class="thumbnail" src={neighbour.thumb_url} alt="" draggable={false} />
        </div>
      )}
      {viewer.text.value && !viewer.show.playing.value && offset.x === 0 && <TextBoxes />}
      {(viewer.boxes.value || isPointedAt) && !viewer.show.playing.value && item && hasFaces && offset.x === 0 && (
        <FaceBoxes quiet={!viewer.boxes.value} />
      )}
    </div>
  );
}

function leavingOffset(wish: Wish, { width, height }: Size): Point {
  if (wish === 'close') return { x: 0, y: height };
  return { x: (width + gap) * (wish === 'newer' ? 1 : -1), y: 0 };
}
