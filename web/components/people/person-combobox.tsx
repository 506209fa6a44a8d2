import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { useDraft } from '../hooks/draft.ts';
import { FacePicture } from './face-picture.tsx';

interface PersonComboboxProps {
  readonly label: string;
  readonly initial?: string;
  readonly autofocus?: boolean;
  /** The one it is about, who is not offered. */
  readonly besides?: number;
  readonly choose: (person: Person) => void;
  /** Takes a name that nobody has; without it, one of those who are there is to be chosen. */
  readonly create?: (name: string) => void;
  /** Somebody pressed Escape, or left the field as it was, for what has the focus now. */
  readonly leave?: (to: EventTarget | null) => void;
}

/** Milliseconds without a letter before names are looked up. */
const patience = 120;
const most = { completing: 6, choosing: 20 };

/** A name that is typed, completed by the names that are there. */
export function PersonCombobox(props: PersonComboboxProps): JSX.Element {
  const { label, initial = '', autofocus = false, besides, choose, create, leave } = props;
  const { api } = useApp();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useDraft(`${label} ${besides ?? ''}`, initial);
  const [options, setOptions] = useState<readonly Person[]>([]);
  /** What the options were looked up for. */
  const answered = useRef<string | null>(null);
  const [chosen, setChosen] = useState(-1);
  const isNew = create !== undefined;

  // Before anything is painted: later, the first letters would be selected too, and replaced by the next.
  useLayoutEffect(() => {
    if (!autofocus) return;
    input.current?.focus();
    input.current?.select();
  }, []);

  const lookUp = async (name: string): Promise<Person[]> => {
    const limit = isNew ? most.completing : most.choosing;
    const { people } = await api.people.list(name.trim(), { offset: 0, limit });
    return people.filter(({ id }) => id !== besides);
  };

  useEffect(() => {
    setChosen(-1);
    if (isNew && (typed.trim() === '' || typed === initial)) {
      setOptions([]);
      return;
    }
    let isOver = false;
    const timer = setTimeout(() => {
      // Completion is a comfort: without it names are still typed.
      lookUp(typed).then(
        (people) => {
          if (isOver) return;
          answered.current = typed;
          setOptions(people);
        },
        () => undefined,
      );
    }, patience);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed]);

  const take = (found: Person | undefined): void => {
    const name = typed.trim();
    if (found) choose(found);
    else if (name !== '' && create) create(name);
    else return;
    setTyped('');
    setOptions([]);
  };
  const finish = (person: Person | undefined): void => {
    const name = typed.trim().toLowerCase();
    const best = (people: readonly Person[]): Person | undefined =>
      people.find((other) => other.name?.toLowerCase() === name) ?? (isNew ? undefined : people[0]);
    if (person || isNew || answered.current === typed) {
      take(person ?? best(options));
      return;
    }
    // Typed faster than it was looked up: whoever is offered still fits an earlier name.
    lookUp(typed).then(
      (people) => {
        if (input.current?.value === typed) take(best(people));
      },
      () => undefined,
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const next = chosen < 0 && step < 0 ? options.length - 1 : chosen + step;
      setChosen(next >= options.length ? 0 : next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      finish(options[chosen]);
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
        aria-activedescendant={options[chosen] ? `${id}-${chosen}` : undefined}
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
        <ul id={`${id}-list`} role="listbox" aria-label={label}>
          {options.map((person, i) => (
            <li
              key={person.id}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === chosen}
              // The field must not lose the focus to what is pressed.
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
