import '../../styles/calendar.css';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { CalendarView, type Level } from '../../state/calendar/calendar-view.ts';
import { formatDate, type Day, type Period } from '../../state/calendar/day.ts';
import { PhotoDays } from '../../state/calendar/photo-days.ts';
import { firstWeekday } from '../../state/calendar/week-start.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { words } from '../../strings/calendar/index.ts';
import { text } from '../../strings/index.ts';
import { locale } from '../../strings/language.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Icon } from '../elements/icon.tsx';
import { CalendarCells } from './calendar-cells.tsx';
import { CalendarPages } from './calendar-pages.tsx';
import { periodName } from './period-name.ts';
import { TypedDate } from './typed-date.tsx';

const narrower: Readonly<Record<Level, Level>> = { years: 'months', months: 'days', days: 'days' };

/** A calendar of the visible list; choosing a period shows its photos. */
export function CalendarDialog(): JSX.Element | null {
  const { tiled } = useApp();
  return tiled.value && <Calendar grid={tiled.value} />;
}

function Calendar({ grid }: { grid: PhotoGrid }): JSX.Element {
  const { dialog, router } = useApp();
  const inside = useRef<HTMLDivElement>(null);
  const changes = grid.changed.value;
  const photos = useMemo(() => new PhotoDays(grid.months), [grid, changes]);
  const view = useMemo(() => new CalendarView(photos, firstWeekday(locale)), [photos]);
  /** The day at the list's position. */
  const [startDay] = useState(() => photos.dayOf(grid.firstInView) ?? today());
  const [at, setAt] = useState(startDay);
  const [level, setLevel] = useState<Level>('days');
  const [announcement, setAnnouncement] = useState('');
  /** Whether the current cell gets the focus with the next render. */
  const focuses = useRef(true);

  const close = (): void => {
    // The dialog is closed, not just removed, so that the focus returns to where it was.
    inside.current?.closest('dialog')?.close();
  };
  // Before the first paint, so that going back never leaves the page below.
  useLayoutEffect(() => router.cover(close), []);
  useLayoutEffect(() => {
    if (!focuses.current) return;
    focuses.current = false;
    inside.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
  });

  const show = (day: Day, newLevel: Level, focus: boolean): void => {
    focuses.current = focus;
    setAt(view.within(day));
    setLevel(newLevel);
    setAnnouncement('');
  };
  const goTo = (period: Period): void => {
    const photo = photos.begin(period);
    const { query, ...place } = router.place.value;
    // The calendar's history entry is replaced, so that going back returns to the previous position.
    router.exchange({ ...place, query: { ...query, date: formatDate(photos.dayOf(photo) ?? at) } });
    close();
    grid.goTo(photo);
  };
  const choose = (period: Period): void => {
    const newest = photos.dayOf(photos.begin(period));
    if (photos.count(period) === 0) setAnnouncement(words.none(periodName(period)));
    else if (period.day !== undefined) goTo(period);
    else if (newest) show(newest, narrower[level], true);
  };

  return (
    <Dialog
      label={text.goToDate}
      close={() => {
        dialog.value = null;
      }}
    >
      <div class="calendar" ref={inside}>
        <div class="calendar-title">
          <h2>{text.goToDate}</h2>
          <button class="icon-button" type="button" aria-label={text.close} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <TypedDate
          example={startDay}
          told={announcement}
          tell={setAnnouncement}
          look={(period) => {
            const { year, month = 12, day = 1 } = period;
            const newest = photos.count(period) > 0 ? photos.dayOf(photos.begin(period)) : null;
            show(newest ?? { year, month, day }, period.month === undefined ? 'months' : 'days', false);
          }}
          choose={(period) => {
            if (photos.count(period) === 0) setAnnouncement(words.none(periodName(period)));
            else goTo(period);
          }}
        />
        <CalendarPages view={view} level={level} at={at} show={show} />
        <CalendarCells
          view={view}
          photos={photos}
          level={level}
          at={at}
          here={startDay}
          choose={choose}
          move={(day) => {
            show(day, level, true);
          }}
          type={() => {
            inside.current?.querySelector('input')?.focus();
          }}
        />
      </div>
    </Dialog>
  );
}

function today(): Day {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}
