import type { JSX } from 'preact';
import type { CalendarView, Level } from '../../state/calendar/calendar-view.ts';
import type { Day } from '../../state/calendar/day.ts';
import { words } from '../../strings/calendar/index.ts';
import { Icon } from '../elements/icon.tsx';
import { periodName } from './period-name.ts';

interface CalendarPagesProps {
  readonly view: CalendarView;
  readonly level: Level;
  readonly at: Day;
  readonly show: (day: Day, level: Level, focus: boolean) => void;
}

/** The title of the calendar's page, with buttons to the previous, next and enclosing pages. */
export function CalendarPages({ view, level, at, show }: CalendarPagesProps): JSX.Element {
  const title = pageTitle(level, at);
  const turn = (key: 'PageUp' | 'PageDown'): void => {
    show(view.byKey(level, at, key, false) ?? at, level, false);
  };
  return (
    <div class="calendar-pages">
      {level === 'years' ? (
        <h3>{title}</h3>
      ) : (
        <>
          <button
            class="icon-button"
            type="button"
            aria-label={words.earlier[level]}
            onClick={() => {
              turn('PageUp');
            }}
          >
            <Icon name="newer" />
          </button>
          <button
            class="button quiet"
            type="button"
            title={level === 'days' ? words.allMonths : words.allYears}
            onClick={() => {
              show(at, level === 'days' ? 'months' : 'years', true);
            }}
          >
            {title}
            <Icon name="down" />
          </button>
          <button
            class="icon-button"
            type="button"
            aria-label={words.later[level]}
            onClick={() => {
              turn('PageDown');
            }}
          >
            <Icon name="older" />
          </button>
        </>
      )}
      <p class="unseen" role="status">
        {title}
      </p>
    </div>
  );
}

/** The title of the page: a month, a year, or all years. */
export function pageTitle(level: Level, { year, month }: Day): string {
  if (level === 'years') return words.allYears;
  return periodName(level === 'days' ? { year, month } : { year });
}
