import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { formatDay, parseDay, type DayOfYear } from '../../state/day-of-year.ts';
import { placeOf, type Place } from '../../state/routes.ts';

/** Milliseconds without a key after which a typed day counts: `2` may become `28`. */
const pause = 900;

/** A day from a calendar, or typed; typing makes a single step in the history. */
export function DayField({ chosen, label }: { chosen: DayOfYear; label: string }): JSX.Element {
  const { router } = useApp();
  /** The text of the field while it is being edited. */
  const [typed, setTyped] = useState<string | null>(null);
  const hasGone = useRef(false);
  const waiting = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
    },
    [],
  );

  const choose = (value: string): void => {
    clearTimeout(waiting.current);
    const day = parseDay(value.slice(5));
    if (!day || formatDay(day) === formatDay(chosen)) return;
    if (hasGone.current) router.exchange(dayPlace(day));
    else router.go(dayPlace(day));
    hasGone.current = true;
  };
  return (
    <input
      type="date"
      aria-label={label}
      title={label}
      value={typed ?? `${yearOf(chosen)}-${formatDay(chosen)}`}
      onFocus={() => {
        hasGone.current = false;
      }}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(waiting.current);
        waiting.current = window.setTimeout(choose, pause, value);
      }}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key === 'Enter') choose(value);
      }}
      onBlur={({ currentTarget: { value } }) => {
        if (typed !== null) choose(value);
        setTyped(null);
      }}
    />
  );
}

/** The page of a day's memories. */
export function dayPlace(day: DayOfYear): Place {
  return placeOf('memories', { about: formatDay(day) });
}

/** The field needs a year: this year, or a leap year for 29 February. */
function yearOf({ month, day }: DayOfYear): number {
  return month === 2 && day === 29 ? 2024 : new Date().getFullYear();
}
