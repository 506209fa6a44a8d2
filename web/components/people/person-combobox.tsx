import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { useChosenInSight } from '../hooks/chosen-in-sight.ts';
import { useDraft } from '../hooks/draft.ts';
import { FacePicture } from './face-picture.tsx';

/** What becomes of a name: if it resolves to false, the name stays in the field, to be tried again. */
type Taken = undefined | Promise<boolean>;

interface PersonComboboxProps {
  readonly label: string;
  readonly initial?: string;
  readonly autofocus?: boolean;
  /** A person who is not suggested, because the field is about that person. */
  readonly besides?: number;
  readonly choose: (person: Person) => Taken;
  /** Called with a name that no person has; if absent, an existing person has to be chosen. */
  readonly create?: (name: string) => Taken;
  /** Called on Escape, or when the field loses the focus, with the newly focused element. */
  readonly leave?: (to: EventTarget | null) => void;
}

/** Milliseconds without a key before names are searched. */
const searchDelay = 120;
const limits = { completing: 6, choosing: 20 };

/** A name field with completion from known people. */
export function PersonCombobox(props: PersonComboboxProps): JSX.Element {
  const { label, initial = '', autofocus = false, besides, choose, create, leave } = props;
  const { api } = useApp();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useDraft(`${label} ${besides ?? ''}`, initial);
  const [options, setOptions] = useState<readonly Person[]>([]);
  /** The text that the options belong to. */
  const answered = useRef<string | null>(null);
  const [chosenIndex, setChosenIndex] = useState(-1);
  const list = useChosenInSight<HTMLUListElement>(chosenIndex);
  const isNew = create !== undefined;

  // Before the first paint: if the text were selected later, letters typed by then would be selected and overwritten.
  useLayoutEffect(() => {
    if (!autofocus) return;
    input.current?.focus();
    input.current?.select();
  }, []);

  const lookUp = async (name: string): Promise<Person[]> => {
    const limit = isNew ? limits.completing : limits.choosing;
    const { people } = await api.people.list(name.trim(), { offset: 0, limit });
    return people.filter(({ id }) => id !== besides);
  };

  useEffect(() => {
    setChosenIndex(-1);
    if (isNew && (typed.trim() === '' || typed === initial)) {
      setOptions([]);
      return;
    }
    let isOver = false;
    const timer = setTimeout(() => {
      // Completion is optional: without it, names can still be typed.
      lookUp(typed).then(
        (people) => {
          if (isOver) return;
          answered.current = typed;
          setOptions(people);
        },
        () => undefined,
      );
    }, searchDelay);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed]);

  /** Whether a name was given that is not accepted yet. */
  const isGiving = useRef(false);
  const take = async (person: Person | undefined): Promise<void> => {
    const name = typed.trim();
    if (isGiving.current || (!person && (name === '' || !create))) return;
    setOptions([]);
    const taken = person ? choose(person) : create?.(name);
    if (taken) {
      isGiving.current = true;
      const isTaken = await taken;
      isGiving.current = false;
      // Meanwhile, the field may be gone.
      if (!isTaken || !input.current) return;
    }
    setTyped('');
  };
  const finish = (person: Person | undefined): void => {
    const name = typed.trim().toLowerCase();
    const best = (people: readonly Person[]): Person | undefined =>
      people.find((other) => other.name?.toLowerCase() === name) ?? (isNew ? undefined : people[0]);
    if (person || isNew || answered.current === typed) {
      void take(person ?? best(options));
      return;
    }
    // The text has changed since the last search, so the options are for an earlier one.
    lookUp(typed).then(
      (people) => {
        if (input.current?.value === typed) void take(best(people));
      },
      () => undefined,
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const next = chosenIndex < 0 && step < 0 ? options.length - 1 : chosenIndex + step;
      setChosenIndex(next >= options.length ? 0 : next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      finish(options[chosenIndex]);
    } else if (event.key === 'Escape' && (leave || typed !== initial)) {
      event.preventDefault();
      setTyped(initial);
      setOptions([]);
      input.current?.blur();
      leave?.(null);
    }
  };
  const isOpen = options.length > 0;
  return (
    <div class="person-combobox">
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={options[chosenIndex] ? `${id}-${chosenIndex}` : undefined}
        placeholder={label}
        autocomplete="off"
        enterkeyhint="done"
        maxLength={100}
        value={typed}
        autofocus={autofocus}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => {
          if (typed === initial || typed.trim() === '') leave?.(relatedTarget);
        }}
      />
      {isOpen && (
        <ul ref={list} id={`${id}-list`} role="listbox" aria-label={label}>
          {options.map((person, i) => (
            <li
              key={person.id}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === chosenIndex}
              // The text field keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault();
              }}
              onClick={() => {
                finish(person);
              }}
            >
              <FacePicture url={person.cover_url} />
              <bdi>{person.name ?? text.unnamedPerson}</bdi>
              <small>{text.photos(person.photo_count)}</small>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
