import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { pickRange } from '../../actions/grid-actions.ts';
import { photoByKey } from '../../state/photos/grid-keys.ts';
import type { Heading } from '../../state/photos/justified-layout.ts';
import { showsStacks } from '../../state/photos/grids.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { ScrollPace } from '../../state/photos/scroll-pace.ts';
import { useLongPress } from '../hooks/long-press.ts';
import { useDayOfPlace } from './day-of-place.ts';
import { DateRailView } from './date-rail-view.tsx';
import { useDensityGestures } from './density-gestures.ts';
import { useDragSelect } from './drag-select.ts';
import { GroupLabel, groupOf } from './group-label.tsx';
import { useMeasuredGrid } from './measured-grid.ts';
import { useMovingTiles } from './moving-tiles.ts';
import { Tile } from './tile.tsx';

/** Milliseconds without a scroll event after which scrolling has ended. */
const restAfter = 200;

/**
 * Tiles are positioned relative to a multiple of this many pixels above them: browsers round positions in the millions, and
 * an origin that changes with every row would restyle all tiles.
 */
const baseStep = 100_000;

interface PhotoGridViewProps {
  readonly grid: PhotoGrid;
  readonly label: string;
  /** Whether an open photo covers it. */
  readonly behind: boolean;
  /** Shown above the list. */
  readonly head?: ComponentChildren;
  /** Shown if there are no photos. */
  readonly children?: ComponentChildren;
}

/** A list of photos: scrolls, opens photos, selects photos. */
export function PhotoGridView({ grid, label, behind, head, children }: PhotoGridViewProps): JSX.Element {
  const app = useApp();
  const { albums, router, open, selection, shown, tiled } = app;
  const scroller = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const resting = useRef(0);
  const [pace] = useState(() => new ScrollPace());
  /** Whether the list scrolls so fast that requested pictures would arrive after they left the view. */
  const [rushes, setRushes] = useState(false);
  /** The photos whose pictures were requested. */
  const pictured = useRef<ReadonlySet<number>>(new Set());
  const [focused, setFocused] = useState(0);
  /** Whether a tile had the focus. */
  const hasFocus = useRef(false);
  /** The tile to focus when it is drawn. */
  const focusNext = useRef<number | null>(null);
  const lastOpen = useRef<number | null>(null);
  const { elementHeight, shift, first, last, headings } = grid.frame.value;
  const { pages, layout } = grid;
  const stacked = grid.filter !== undefined && showsStacks(grid.filter);
  const filling = albums.filling.value;
  const isSelecting = filling !== null || selection.count.value > 0;
  redrawWith(pages.changed);
  const position = open.position.value;
  if (position?.found) lastOpen.current = position.index;

  useLayoutEffect(() => {
    shown.value = grid;
    tiled.value = grid;
    selection.show(grid, stacked);
    return () => {
      selection.leave(grid);
      for (const shownGrid of [shown, tiled]) if (shownGrid.peek() === grid) shownGrid.value = null;
    };
  }, [grid]);

  useMeasuredGrid(grid, scroller, inner);
  const preview = useMovingTiles(grid, behind);
  const moving = preview.shown.value;
  useDayOfPlace(grid);
  useLayoutEffect(() => {
    const target = grid.takeSought();
    if (target === null) return;
    lastOpen.current = null;
    focusNext.current = target;
    setFocused(target);
  });
  useDensityGestures(scroller, app.density);
  useEffect(
    () => () => {
      clearTimeout(resting.current);
    },
    [grid],
  );

  useEffect(() => {
    if (behind) return;
    if (lastOpen.current !== null) {
      grid.reveal(lastOpen.current);
      moveFocus(lastOpen.current);
      lastOpen.current = null;
    } else if (document.activeElement === document.body) {
      // So that keys scroll the list from the start.
      scroller.current?.focus({ preventScroll: true });
    }
  }, [behind]);

  const focusIfDrawn = (): void => {
    if (focusNext.current === null) return;
    const tile = inner.current?.querySelector<HTMLElement>(`[data-index="${focusNext.current}"]`);
    if (!tile) return;
    focusNext.current = null;
    tile.focus({ preventScroll: true });
  };
  useEffect(focusIfDrawn);

  useLayoutEffect(() => {
    // The focused photo was scrolled away: keys should continue to scroll.
    if (!hasFocus.current || focusNext.current !== null || document.activeElement !== document.body) return;
    hasFocus.current = false;
    scroller.current?.focus({ preventScroll: true });
  });

  const moveFocus = (index: number): void => {
    focusNext.current = index;
    setFocused(index);
    grid.reveal(index);
    // At once, if it can be: the next key may follow within a frame.
    focusIfDrawn();
  };

  const onScroll = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    grid.scrolledTo(scrollTop);
    preview.leave();
    setRushes(pace.scrolled(scrollTop, performance.now(), clientHeight));
    clearTimeout(resting.current);
    resting.current = window.setTimeout(() => {
      pace.rest();
      setRushes(false);
      grid.settle();
      if (router.place.value.photo === null) router.keep(grid.place());
    }, restAfter);
  };

  const extendTo = (index: number): void => {
    selection.extendTo(grid, index).catch((error: unknown) => {
      app.toasts.fail(error);
    });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = indexOf(event.target);
    if (index === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'x' || event.key === ' ') {
      event.preventDefault();
      selection.toggle(grid, index);
      return;
    }
    const next = photoByKey(layout, index, event.key);
    if (next === null) return;
    event.preventDefault();
    moveFocus(next);
    if (event.shiftKey) extendTo(next);
  };

  const toggleGroup = (target: EventTarget | null): void => {
    const group = groupOf(target);
    if (group) void pickRange(app, group.first, group.last);
  };

  const drag = useDragSelect(grid, indexOf);
  const longPress = useLongPress((target) => {
    const index = indexOf(target);
    if (index !== null) drag.beginByTouch(index);
    else toggleGroup(target);
  });

  const onClick = (event: MouseEvent): void => {
    // While photos are selected, the whole label is the tick, which is easier to touch.
    const isTick = event.target instanceof Element && event.target.closest('.group-tick') !== null;
    if (isTick || isSelecting) toggleGroup(event.target);
    const index = indexOf(event.target);
    const item = index === null ? undefined : pages.get(index);
    // Clicks that open a new tab are left to the browser.
    if (index === null || !item || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const picks = event.target instanceof Element && event.target.closest('.pick') !== null;
    if (event.shiftKey) extendTo(index);
    else if (picks || isSelecting) selection.toggle(grid, index);
    else router.openPhoto(item.uid);
  };

  const reachable = focused >= first && focused < last ? focused : grid.firstInView;
  const base = first < last ? Math.floor(layout.place(first).y / baseStep) * baseStep : 0;
  const indices = Array.from({ length: last - first }, (_, i) => first + i);
  const previous = pictured.current;
  pictured.current = new Set(rushes ? indices.filter((index) => previous.has(index)) : indices);
  const { rail } = grid;
  const reachableLabel = layout.labelOf(reachable);
  const labelsAt = new Map<number, Heading[]>();
  for (const heading of headings) labelsAt.set(heading.start, [...(labelsAt.get(heading.start) ?? []), heading]);
  const drawLabels = (start: number): JSX.Element[] =>
    (labelsAt.get(start) ?? []).map((heading) => (
      <GroupLabel
        key={`${heading.year}-${heading.month}-${heading.day}`}
        grid={grid}
        heading={{ ...heading, y: heading.y - base }}
        reachable={heading.start === reachableLabel?.start && heading.day === reachableLabel.day}
      />
    ));
  const list = (
    <div class="photo-grid" ref={scroller} tabIndex={-1} onScroll={onScroll}>
      <div
        class="grid"
        ref={inner}
        style={{ height: elementHeight }}
        data-selecting={isSelecting}
        onKeyDown={onKeyDown}
        onClick={onClick}
        {...longPress}
        onPointerDown={(event) => {
          longPress.onPointerDown(event);
          drag.onPointerDown(event);
        }}
        onClickCapture={(event) => {
          longPress.onClickCapture(event);
          drag.onClickCapture(event);
        }}
        onPointerOver={({ pointerType, target }) => {
          const index = pointerType === 'mouse' ? indexOf(target) : null;
          preview.over(index === null ? undefined : pages.get(index));
        }}
        onPointerLeave={() => {
          preview.leave();
        }}
        onFocusIn={(event) => {
          const index = indexOf(event.target);
          if (index === null) return;
          hasFocus.current = true;
          setFocused(index);
        }}
      >
        <div class="layer" style={{ top: shift + base }}>
          {indices.map((index) => {
            const item = pages.get(index);
            const { y, ...box } = layout.place(index);
            const tile = (
              <Tile
                key={index}
                index={index}
                item={item}
                box={{ ...box, y: y - base }}
                pictured={pictured.current.has(index)}
                reachable={index === reachable}
                stacked={stacked}
                picked={item !== undefined && selection.has(item.uid)}
                taken={item !== undefined && filling?.has(item.uid) === true}
                moving={moving !== null && moving.uid === item?.uid ? moving.address : null}
                onStill={(uid) => {
                  preview.fail(uid);
                }}
              />
            );
            return labelsAt.has(index) ? [...drawLabels(index), tile] : tile;
          })}
        </div>
      </div>
      {children}
    </div>
  );
  return (
    <main class="photo-grid-frame" aria-label={label} inert={behind}>
      {head}
      <div class="railed" data-rail={rail !== null}>
        {list}
        {rail && <DateRailView grid={grid} rail={rail} />}
      </div>
    </main>
  );
}

/** Reading a signal during render subscribes the component to it. */
function redrawWith(changes: ReadonlySignal<unknown>): unknown {
  return changes.value;
}

function indexOf(target: EventTarget | null): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return tile ? Number(tile.dataset['index']) : null;
}
