import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { Empty } from '../components/empty.tsx';
import { Header } from '../components/header.tsx';
import { ModelsNoteLine } from '../components/models-note.tsx';
import { SyncNotice } from '../components/sync-notice.tsx';
import { Tile } from '../components/tile.tsx';
import { monthName } from '../state/format.ts';
import { photoByKey } from '../state/grid-keys.ts';
import { readViewAnchor } from '../state/view-anchor.ts';
import { text } from '../strings.ts';

/** Milliseconds without a scroll event after which scrolling has come to rest. */
const restAfter = 200;

/**
 * Tiles stand relative to the multiple of this many pixels above them: positions in the millions would be rounded by
 * the browser, and a position that moved with every row would restyle all tiles.
 */
const baseStep = 100_000;

/** All photos, newest first. `behind`: an open photo covers it. */
export function TimelinePage({ behind }: { behind: boolean }): JSX.Element {
  const { timeline, router, open } = useApp();
  const scroller = useRef<HTMLElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const resting = useRef(0);
  const [focused, setFocused] = useState(0);
  /** The tile to be focused as soon as it is drawn. */
  const focusNext = useRef<number | null>(null);
  const lastOpen = useRef<number | null>(null);
  const { elementHeight, shift, first, last, headings, scrollTo } = timeline.frame.value;
  const { pages, layout } = timeline;
  redrawWith(pages.changed);
  const position = open.position.value;
  if (position?.found) lastOpen.current = position.index;

  useLayoutEffect(() => {
    const view = scroller.current;
    const inner = grid.current;
    if (!view || !inner) return;
    const note = router.place.value.page === 'timeline' ? readViewAnchor(router.note) : null;
    if (note) timeline.restore(note);
    const measure = (): void => {
      timeline.resize(inner.clientWidth, view.clientHeight);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(view);
    observer.observe(inner);
    measure();
    return () => {
      observer.disconnect();
      clearTimeout(resting.current);
    };
  }, []);

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scrollTo.top;
  }, [scrollTo.order]);

  useEffect(() => {
    document.title = text.app;
    if (behind) return;
    if (lastOpen.current !== null) {
      timeline.reveal(lastOpen.current);
      moveFocus(lastOpen.current);
      lastOpen.current = null;
    } else if (document.activeElement === document.body) {
      // So that the keys that scroll do so from the start.
      scroller.current?.focus({ preventScroll: true });
    }
  }, [behind]);

  useEffect(() => {
    if (focusNext.current === null) return;
    const tile = grid.current?.querySelector<HTMLElement>(`[data-index="${focusNext.current}"]`);
    if (!tile) return;
    focusNext.current = null;
    tile.focus({ preventScroll: true });
  });

  const moveFocus = (index: number): void => {
    focusNext.current = index;
    setFocused(index);
    timeline.reveal(index);
  };

  const onScroll = (): void => {
    timeline.scrolledTo(scroller.current?.scrollTop ?? 0);
    clearTimeout(resting.current);
    resting.current = window.setTimeout(() => {
      timeline.settle();
      if (router.place.value.page === 'timeline') router.keep(timeline.place());
    }, restAfter);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = indexOf(event.target);
    if (index === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = photoByKey(layout, index, event.key);
    if (next === null) return;
    event.preventDefault();
    moveFocus(next);
  };

  const onClick = (event: MouseEvent): void => {
    const index = indexOf(event.target);
    const item = index === null ? undefined : pages.get(index);
    // A click with a modifier opens a new tab or window: that is the browser's.
    if (!item || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.go({ page: 'photo', uid: item.uid });
  };

  const reachable = focused >= first && focused < last ? focused : timeline.firstInView;
  const base = first < last ? Math.floor(layout.place(first).y / baseStep) * baseStep : 0;
  const indices = Array.from({ length: last - first }, (_, i) => first + i);
  return (
    <div class="timeline-page" inert={behind} data-behind={behind}>
      <Header />
      <SyncNotice />
      <main class="timeline" ref={scroller} tabIndex={-1} onScroll={onScroll} aria-label={text.timeline}>
        <div
          class="grid"
          ref={grid}
          style={{ height: elementHeight }}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocusIn={(event) => {
            const index = indexOf(event.target);
            if (index !== null) setFocused(index);
          }}
        >
          <div class="layer" style={{ top: shift + base }}>
            {headings.map(({ year, month, count, y }) => (
              <h2 key={`${year}-${month}`} class="month" style={{ top: y - base, height: layout.metrics.heading }}>
                {monthName(year, month)}
                <small>{text.photoCount(count.toLocaleString(), count === 1)}</small>
              </h2>
            ))}
            {indices.map((index) => {
              const { x, y } = layout.place(index);
              return (
                <Tile
                  key={index}
                  index={index}
                  item={pages.get(index)}
                  x={x}
                  y={y - base}
                  size={layout.metrics.tile}
                  reachable={index === reachable}
                />
              );
            })}
          </div>
        </div>
        <Empty />
      </main>
      <ModelsNoteLine />
    </div>
  );
}

/** Reading a signal while drawing is what subscribes to it. */
function redrawWith(changes: ReadonlySignal<unknown>): unknown {
  return changes.value;
}

function indexOf(target: EventTarget | null): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return tile ? Number(tile.dataset['index']) : null;
}
