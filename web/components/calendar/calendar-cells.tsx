import type { JSX } from 'preact';
import type { CalendarView, Level } from '../../state/calendar/calendar-view.ts';
import type { Day, Period } from '../../state/calendar/day.ts';
import type { PhotoDays } from '../../state/calendar/photo-days.ts';
import { dayInWords, formatCount, formatShortCount } from '../../state/format.ts';
import { words } from '../../strings/calendar/index.ts';
import { pageTitle } from './calendar-pages.tsx';
import { periodName } from './period-name.ts';

interface CalendarCellsProps {
  readonly view: CalendarView;
  readonly photos: PhotoDays;
  readonly level: Level;
  /** The day that keys start from. */
  readonly at: Day;
  /** The day at which the list stands. */
  readonly here: Day;
  readonly choose: (period: Period) => void;
  /** A key leads to another day. */
  readonly move: (to: Day) => void;
  /** A letter or a digit begins a date. */
  readonly type: () => void;
}

/** The days of a month, the months of a year, or the years: each says how many photos it has. */
export function CalendarCells(props: CalendarCellsProps): JSX.Element {
  const { view, photos, level, at, here, choose, move, type } = props;
  const rows = view.rows(level, at);
  const most = Math.max(1, ...rows.flat().map((period) => (period ? photos.count(period) : 0)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = view.byKey(level, at, event.key, event.shiftKey);
    const cell = event.target instanceof HTMLElement ? event.target : null;
    if (to) move(to);
    else if (event.key === 'Enter' || event.key === ' ') cell?.click();
    else {
      // Pressed here, it is typed where the focus goes.
      if (event.key.length === 1) type();
      return;
    }
    event.preventDefault();
  };
  return (
    <table
      class="calendar-cells"
      role="grid"
      aria-label={pageTitle(level, at)}
      data-level={level}
      onKeyDown={onKeyDown}
    >
      {level === 'days' && (
        <thead>
          <tr>
            {view.week.map((day) => (
              <th key={day.day} scope="col" abbr={dayInWords(day, { weekday: 'long' })}>
                {dayInWords(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((period, column) =>
              period ? (
                <Cell
                  key={column}
                  period={period}
                  count={photos.count(period)}
                  most={most}
                  isAt={isIn(period, at)}
                  isHere={isIn(period, here)}
                  choose={choose}
                />
              ) : (
                <td key={column} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly period: Period;
  readonly count: number;
  /** Of photos in a cell of the page. */
  readonly most: number;
  readonly isAt: boolean;
  readonly isHere: boolean;
  readonly choose: (period: Period) => void;
}

function Cell({ period, count, most, isAt, isHere, choose }: CellProps): JSX.Element {
  const name = periodName(period);
  return (
    <td
      tabIndex={isAt ? 0 : -1}
      aria-label={count > 0 ? words.cell(name, formatCount(count), count === 1) : words.emptyCell(name)}
      aria-selected={isHere}
      aria-disabled={count === 0}
      data-count={count === 0 ? undefined : formatShortCount(count)}
      style={{ '--full': count === 0 ? 0 : 0.3 + (0.7 * Math.log2(count + 1)) / Math.log2(most + 1) }}
      onClick={() => {
        choose(period);
      }}
    >
      {shortName(period)}
    </td>
  );
}

function isIn({ year, month, day }: Period, at: Day): boolean {
  return year === at.year && (month ?? at.month) === at.month && (day ?? at.day) === at.day;
}

/** `17`, `May` or `2019`: what it is part of stands above. */
function shortName({ year, month, day }: Period): string {
  if (day !== undefined) return String(day);
  return month === undefined ? String(year) : dayInWords({ year, month, day: 1 }, { month: 'long' });
}
