import type { JSX } from 'preact';
import { text } from '../../strings/index.ts';

/** Parses `2019-2024` or `2021`; null for all years. */
export function yearsOf(query: string | undefined): readonly [from: number, to: number] | null {
  const [, from, to = from] = /^(\d{4})(?:-(\d{4}))?$/.exec(query ?? '') ?? [];
  if (from === undefined || to === undefined || from > to) return null;
  return [Number(from), Number(to)];
}

interface MapYearsProps {
  /** The years with photos, earliest first. */
  readonly years: readonly number[];
  readonly value: readonly [from: number, to: number] | null;
  /** @param years null for all */
  readonly choose: (years: readonly [from: number, to: number] | null) => void;
}

/** The first and last year of the photos shown. */
export function MapYears({ years, value, choose }: MapYearsProps): JSX.Element | null {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined || (first === last && value === null)) return null;
  const [from, to] = value ?? [first, last];
  const options = [...new Set([...years, from, to])].sort((a, b) => a - b);
  const take = (begin: number, end: number): void => {
    choose(begin <= first && end >= last ? null : [Math.min(begin, end), Math.max(begin, end)]);
  };
  const select = (label: string, year: number, set: (year: number) => void): JSX.Element => (
    <label>
      <span>{label}</span>
      <select
        value={year}
        onChange={({ currentTarget }) => {
          set(Number(currentTarget.value));
        }}
      >
        {options.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <fieldset class="map-years" data-narrowed={value !== null}>
      <legend>{text.map.years}</legend>
      {select(text.map.yearsFrom, from, (year) => {
        take(year, Math.max(year, to));
      })}
      {select(text.map.yearsTo, to, (year) => {
        take(Math.min(from, year), year);
      })}
      {value !== null && (
        <button
          type="button"
          onClick={() => {
            choose(null);
          }}
        >
          {text.map.allYears}
        </button>
      )}
    </fieldset>
  );
}
