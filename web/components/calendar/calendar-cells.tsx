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
  /** The day with the keyboard focus. */
  readonly at: Day;
  /** The day at the list's position. */
  readonly here: Day;
  readonly choose: (period: Period) => void;
  /** Called when a key moves to another day. */
  readonly move: (to: Day) => void;
  /** Called when a letter or digit is pressed, which starts a typed date. */
  readonly type: () => void;
}

/** The days of a month, the months of a year, or the years, each with its number of photos. */
export function CalendarCells(props: CalendarCellsProps): JSX.Element {
  const { view, photos, level, at, here, choose, move, type } = props;
  const rows = view.rows(level, at);
  const maxCount = Math.max(1, ...rows.flat().map((period) => (period ? photos.count(period) : 0)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = view.byKey(level, at, event.key, event.shiftKey);
    const cell = event.target instanceof HTMLElement ? event.target : null;
    if (to) move(to);
    else if (event.key === 'Enter' || event.key === ' ') cell?.click();
    else {
      // The focus moves to the text field before the key is handled, so the browser types it there.
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
                  most={maxCount}
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
  /** The most photos of any cell on the page. */
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

/** `17`, `May` or `2019`: the rest is in the heading. */
function shortName({ year, month, day }: Period): string {
  if (day !== undefined) return String(day);
  return month === undefined ? String(year) : dayInWords({ year, month, day: 1 }, { month: 'long' });
}
