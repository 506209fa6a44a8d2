import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Day, Period } from '../../state/calendar/day.ts';
import { parseTypedDate } from '../../state/calendar/typed-date.ts';
import { dayInWords } from '../../state/format.ts';
import { words } from '../../strings/calendar/index.ts';
import { locale } from '../../strings/language.ts';
import { periodName } from './period-name.ts';

interface TypedDateProps {
  /** How dates can be written is told by this one. */
  readonly example: Day;
  /** What is wrong with a date. */
  readonly told: string;
  readonly tell: (what: string) => void;
  /** A date stands there; somebody may still be typing. */
  readonly look: (period: Period) => void;
  readonly choose: (period: Period) => void;
}

/** A line to type a date in; the calendar follows. */
export function TypedDate({ example, told, tell, look, choose }: TypedDateProps): JSX.Element {
  const [typed, setTyped] = useState('');
  const { year, month } = example;
  const examples = [periodName({ year, month }), dayInWords(example, {})] as const;
  const parse = (value: string): Period | null => parseTypedDate(value, locale, new Date().getFullYear());
  return (
    <form
      class="calendar-typed"
      onSubmit={(event) => {
        event.preventDefault();
        const period = parse(typed);
        if (period) choose(period);
        else tell(words.notADate(...examples));
      }}
    >
      <input
        aria-label={words.typeDate}
        aria-describedby={told === '' ? undefined : 'calendar-told'}
        placeholder={words.example(...examples)}
        autocomplete="off"
        enterkeyhint="go"
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          tell('');
          const period = parse(value);
          if (period) look(period);
        }}
      />
      <button class="button" type="submit">
        {words.go}
      </button>
      <p id="calendar-told" class="hint" role="alert">
        {told}
      </p>
    </form>
  );
}
