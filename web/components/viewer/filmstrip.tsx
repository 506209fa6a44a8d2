import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { goTo } from '../../actions/viewer-actions.ts';
import { useApp } from '../../app.ts';
import { captureTime } from '../../state/format.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { formatPlace } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import '../../styles/viewer/filmstrip.css';
import { Icon } from '../elements/icon.tsx';

/** How many tiles are drawn on each side: as many as fit on a wide screen. */
const reach = 20;
/** The distance between tiles in pixels. */
const step = 56;
/** Movements of a finger below this many pixels are ignored. */
const dragTolerance = 8;

/** The neighbours of the open photo in its list, for clicks, drags and arrow keys. */
export function Filmstrip({ grid }: { grid: PhotoGrid }): JSX.Element | null {
  const app = useApp();
  const { open, router } = app;
  const strip = useRef<HTMLElement>(null);
  const lastIndex = useRef(0);
  const press = useRef<{ id: number; x: number; moved: boolean } | null>(null);
  const [drag, setDrag] = useState(0);
  /** Whether the strip is drawn: the first photo is loaded before it. */
  const [ready, setReady] = useState(false);
  const { pages, layout } = grid;
  redrawWith(pages.changed);
  const uid = open.uid.value;
  const position = open.position.value;
  const index =
    (uid === null ? undefined : pages.indexOf(uid)) ?? (position?.found ? position.index : lastIndex.current);
  lastIndex.current = index;
  const { total } = layout;
  const first = Math.max(0, index - reach);
  const last = Math.min(total, index + reach + 1);

  const isShown = uid !== null && open.shown.value === uid;
  useEffect(() => {
    if (isShown) setReady(true);
  }, [isShown]);
  useEffect(() => {
    if (!ready) return;
    for (let i = first; i < last; i++) if (!pages.get(i)) pages.load(i).catch(() => undefined);
  }, [ready, first, last, pages]);
  useEffect(() => {
    // The focus moves to the current photo, so that keys continue from there.
    const element = strip.current;
    if (element?.contains(document.activeElement)) element.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [index]);
  if (total < 2) return null;

  const drop = (): void => {
    press.current = null;
    setDrag(0);
  };
  const end = (event: PointerEvent): void => {
    const pointer = press.current;
    if (pointer?.id !== event.pointerId || !pointer.moved) {
      press.current = null;
      return;
    }
    const to = Math.min(last - 1, Math.max(first, index - Math.round(drag / step)));
    setDrag(0);
    goTo(app, pages.get(to) ?? null);
    // The click after a drag is ignored.
    setTimeout(() => {
      press.current = null;
    });
  };
  return (
    <nav
      class="filmstrip"
      ref={strip}
      aria-label={text.viewer.filmstrip}
      data-dragged={drag !== 0}
      onPointerDown={({ pointerId: id, clientX: x, button }) => {
        if (button === 0) press.current = { id, x, moved: false };
      }}
      onPointerMove={(event) => {
        const pointer = press.current;
        if (pointer?.id !== event.pointerId) return;
        if (event.buttons === 0) {
          // The button was released outside the window.
          drop();
          return;
        }
        const by = event.clientX - pointer.x;
        if (!pointer.moved && Math.abs(by) < dragTolerance) return;
        pointer.moved = true;
        strip.current?.setPointerCapture(event.pointerId);
        setDrag(by);
      }}
      onPointerUp={end}
      onPointerCancel={drop}
    >
      <ol style={{ transform: `translateX(${drag}px)` }}>
        {Array.from({ length: last - first }, (_, i) => first + i).map((at) => {
          const item = pages.get(at);
          return (
            <li key={at} style={{ transform: `translateX(${(at - index) * step}px)` }}>
              {item && (
                <a
                  href={formatPlace({ ...router.place.value, photo: item.uid })}
                  aria-label={text.photoLabel(text.kinds[item.kind], captureTime(item.taken_at_local))}
                  aria-current={at === index ? 'true' : undefined}
                  tabIndex={at === index ? 0 : -1}
                  draggable={false}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    if (!press.current?.moved) goTo(app, item);
                  }}
                >
                  {ready && item.thumb_url && <img src={item.thumb_url} alt="" decoding="async" draggable={false} />}
                  {!item.thumb_url && <Icon name={item.fault ? 'broken' : 'photos'} />}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Reading a signal during render subscribes the component to it. */
function redrawWith(changes: ReadonlySignal<unknown>): unknown {
  return changes.value;
}
