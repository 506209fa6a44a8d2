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

/** Tiles to each side that are drawn: as many as a wide screen has room for. */
const reach = 20;
/** Pixels from tile to tile. */
const step = 56;
/** Pixels that a finger may tremble. */
const tremble = 8;

/** The photos before and after the open one in its list, to be clicked, dragged along, or gone through by the arrow keys. */
export function Filmstrip({ grid }: { grid: PhotoGrid }): JSX.Element | null {
  const app = useApp();
  const { open, router } = app;
  const strip = useRef<HTMLElement>(null);
  const lastIndex = useRef(0);
  const press = useRef<{ id: number; x: number; moved: boolean } | null>(null);
  const [drag, setDrag] = useState(0);
  /** The first photo has the line to itself. */
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
    // The keys go on from the photo that one has come to.
    const here = strip.current;
    if (here?.contains(document.activeElement)) here.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [index]);
  if (total < 2) return null;

  const drop = (): void => {
    press.current = null;
    setDrag(0);
  };
  const end = (event: PointerEvent): void => {
    const held = press.current;
    if (held?.id !== event.pointerId || !held.moved) {
      press.current = null;
      return;
    }
    const to = Math.min(last - 1, Math.max(first, index - Math.round(drag / step)));
    setDrag(0);
    goTo(app, pages.get(to) ?? null);
    // Its click is none.
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
        const held = press.current;
        if (held?.id !== event.pointerId) return;
        if (event.buttons === 0) {
          // It was let go elsewhere.
          drop();
          return;
        }
        const by = event.clientX - held.x;
        if (!held.moved && Math.abs(by) < tremble) return;
        held.moved = true;
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

/** Reading a signal while drawing is what subscribes to it. */
function redrawWith(changes: ReadonlySignal<unknown>): unknown {
  return changes.value;
}
