import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import type { DateRail } from '../../state/photos/date-rail.ts';
import { monthName } from '../../state/format.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { text } from '../../strings/index.ts';

/** The height of a year's label in pixels. */
const yearHeight = 22;
/** Milliseconds for which phones show the handle after scrolling. */
const shownFor = 1500;

/** The months of a long list at its edge: shows the position, and moves by drag, click or key. */
export function DateRailView({ grid, rail }: { grid: PhotoGrid; rail: DateRail }): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  /** The month under the pointer, and the one dragged to. */
  const [hovered, setHovered] = useState<number | null>(null);
  const [dragged, setDragged] = useState<{ month: number; at: number } | null>(null);
  const [focused, setFocused] = useState(false);
  const first = firstShown(grid);
  const at = dragged?.at ?? rail.positionOf(first);
  const month = dragged?.month ?? rail.monthOf(first);
  const isActive = useRecently(first) || dragged !== null;

  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      setHeight(box.clientHeight);
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
    };
  }, []);

  const positionOf = (event: PointerEvent): number => {
    const { top, height: railHeight } = element.current?.getBoundingClientRect() ?? { top: 0, height: 1 };
    return Math.max(0, Math.min(1, (event.clientY - top) / railHeight));
  };
  const show = (month: number, flying: boolean): void => {
    grid.showFrom(rail.months[month]?.offset ?? 0, flying);
  };
  const dragTo = (event: PointerEvent): void => {
    const position = positionOf(event);
    const next = rail.monthAt(position);
    if (next !== dragged?.month) show(next, true);
    setDragged({ month: next, at: position });
  };

  const label = nameOf(rail, dragged?.month ?? hovered ?? month);
  const bubble = dragged?.at ?? (hovered === null ? at : (hovered + 0.5) / rail.months.length);
  return (
    <div
      ref={element}
      class="date-rail"
      role="slider"
      tabIndex={0}
      aria-label={text.dateRail}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={rail.months.length - 1}
      aria-valuenow={month}
      aria-valuetext={nameOf(rail, month)}
      data-active={isActive}
      data-dragging={dragged !== null}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        element.current?.setPointerCapture(event.pointerId);
        dragTo(event);
      }}
      onPointerMove={(event) => {
        if (dragged) dragTo(event);
        else if (event.pointerType === 'mouse') setHovered(rail.monthAt(positionOf(event)));
      }}
      onPointerUp={() => {
        if (dragged) show(dragged.month, false);
        setDragged(null);
      }}
      onPointerCancel={() => {
        setDragged(null);
      }}
      onWheel={(event) => {
        // The wheel scrolls the list, as it does beside the rail.
        element.current?.previousElementSibling?.scrollBy({ top: event.deltaY });
      }}
      onPointerLeave={() => {
        setHovered(null);
      }}
      onFocus={() => {
        setFocused(true);
      }}
      onBlur={() => {
        setFocused(false);
      }}
      onKeyDown={(event) => {
        const next = event.ctrlKey || event.metaKey || event.altKey ? null : rail.monthByKey(month, event.key);
        if (next === null) return;
        event.preventDefault();
        show(next, false);
      }}
    >
      <Bars rail={rail} height={height} />
      {rail.years(yearHeight / Math.max(1, height)).map(({ year, at: top }) => (
        <span key={year} class="rail-year" style={{ top: `${top * 100}%` }} aria-hidden="true">
          {year}
        </span>
      ))}
      <span class="rail-handle" style={{ top: `${at * 100}%` }} aria-hidden="true" />
      {(dragged !== null || hovered !== null || focused || isActive) && (
        <span
          class="rail-label"
          data-passing={dragged === null && hovered === null && !focused}
          style={{ top: `${bubble * 100}%` }}
          aria-hidden="true"
        >
          {label}
        </span>
      )}
    </div>
  );
}

/** Bars from the edge, as long as each month has photos. */
function Bars({ rail, height }: { rail: DateRail; height: number }): JSX.Element {
  const { theme } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const currentTheme = theme.current.value;
  useEffect(() => {
    const element = canvas.current;
    if (!element || height === 0) return;
    const draw = (): void => {
      drawBars(element, rail, height);
    };
    draw();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => {
      dark.removeEventListener('change', draw);
    };
  }, [rail, height, currentTheme]);
  return <canvas ref={canvas} aria-hidden="true" />;
}

function drawBars(canvas: HTMLCanvasElement, rail: DateRail, height: number): void {
  const width = canvas.clientWidth;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(devicePixelRatio, devicePixelRatio);
  context.fillStyle = getComputedStyle(canvas).color;
  // Not more bars than can be told apart.
  const parts = Math.min(rail.months.length, Math.floor(height / 3));
  const barHeight = height / parts;
  rail.densities(parts).forEach((share, i) => {
    const length = Math.max(2, share * width);
    context.fillRect(width - length, i * barHeight, length, Math.max(1, Math.min(barHeight - 1, 6)));
  });
}

function nameOf(rail: DateRail, month: number): string {
  const anchor = rail.months[month];
  return anchor ? monthName(anchor.year, anchor.month) : '';
}

/** The frame is read, so that the component follows scrolling. */
function firstShown(grid: PhotoGrid): number {
  return grid.frame.value.last === 0 ? 0 : grid.firstInView;
}

/** Whether a value changed a short while ago. */
function useRecently(value: number): boolean {
  const [recently, setRecently] = useState(false);
  const oldValue = useRef(value);
  useEffect(() => {
    if (oldValue.current === value) return;
    oldValue.current = value;
    setRecently(true);
    const timer = setTimeout(() => {
      setRecently(false);
    }, shownFor);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return recently;
}
