import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Day, Period } from '../../state/calendar/day.ts';
import { parseTypedDate } from '../../state/calendar/typed-date.ts';
import { dayInWords } from '../../state/format.ts';
import { words } from '../../strings/calendar/index.ts';
import { locale } from '../../strings/language.ts';
import { periodName } from './period-name.ts';

interface TypedDateProps {
  /** The day used to show how dates can be written. */
  readonly example: Day;
  /** The error message about the typed date. */
  readonly told: string;
  readonly tell: (sentence: string) => void;
  /** Called when the text is a valid date, while it may still be edited. */
  readonly look: (period: Period) => void;
  readonly choose: (period: Period) => void;
}

/** A field to type a date in, which the calendar follows. */
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
