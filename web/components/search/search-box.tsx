import '../../styles/search-box.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { complete, type Completion, type KnownWord } from '../../state/search/completion.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import type { IconName } from '../../icons.ts';
import { Icon } from '../elements/icon.tsx';

const icons: Record<KnownWord['kind'], IconName> = {
  person: 'people',
  place: 'place',
  tag: 'tag',
  month: 'calendar',
  recent: 'memories',
};

const listId = 'search-completions';

/** One line for everything that can be looked for; completes names and months, and remembers what was searched. */
export function SearchBox(): JSX.Element {
  const { router, words, recent } = useApp();
  const place = router.place.value;
  const asked = place.page === 'search' ? (place.query['q'] ?? '') : '';
  const [typed, setTyped] = useState(asked);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setTyped(asked);
    setOpen(false);
  }, [asked]);

  const offered: Completion[] =
    typed.trim() === ''
      ? recent.searches.value.map((search) => ({ kind: 'recent', text: search, completed: search }))
      : complete(typed, words.known.value);
  const isOpen = open && offered.length > 0;

  const search = (what: string): void => {
    const q = what.trim();
    if (q === '') return;
    setTyped(q);
    setOpen(false);
    setChosen(-1);
    recent.add(q);
    // The keys are for what was found now.
    input.current?.blur();
    router.go(placeOf('search', { query: { q } }));
  };
  const take = ({ kind, completed }: Completion): void => {
    if (kind === 'recent') search(completed);
    else {
      setTyped(`${completed} `);
      setChosen(-1);
      input.current?.focus();
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = isOpen ? offered[chosen] : undefined;
    if (step !== undefined && offered.length > 0) {
      event.preventDefault();
      setOpen(true);
      // One more place than there are words: the line itself.
      setChosen(((chosen + 1 + step + offered.length + 1) % (offered.length + 1)) - 1);
    } else if (event.key === 'Enter' && at) {
      event.preventDefault();
      search(at.completed);
    } else if (event.key === 'Tab' && at && at.kind !== 'recent' && !event.shiftKey) {
      event.preventDefault();
      take(at);
    } else if (event.key === 'Delete' && at?.kind === 'recent') {
      event.preventDefault();
      recent.remove(at.text);
    } else if (event.key === 'Escape') {
      if (isOpen) setOpen(false);
      else input.current?.blur();
    }
  };

  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={text.search}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && chosen >= 0 ? `${listId}-${chosen}` : undefined}
        autocomplete="off"
        placeholder={text.searchHint}
        value={typed}
        onFocus={() => {
          void words.refresh();
          setOpen(true);
        }}
        onBlur={() => {
          setOpen(false);
          setChosen(-1);
        }}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setChosen(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <a
        class="search-by-face"
        href={formatPlace(placeOf('search', { query: { by: 'face' } }))}
        aria-label={text.searchByFace}
        title={text.searchByFace}
      >
        <Icon name="by-face" />
      </a>
      <ul
        id={listId}
        class="completions"
        role="listbox"
        aria-label={text.completions}
        hidden={!isOpen}
        // So that the line keeps the focus.
        onPointerDown={(event) => {
          event.preventDefault();
        }}
      >
        {offered.map((each, i) => (
          <li
            key={`${each.kind} ${each.text}`}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === chosen}
            onClick={() => {
              take(each);
            }}
          >
            <Icon name={icons[each.kind]} />
            <bdi>{each.text}</bdi>
            {each.kind === 'recent' ? (
              <span
                class="forget"
                aria-hidden="true"
                title={text.forgetSearch}
                onClick={(event) => {
                  event.stopPropagation();
                  recent.remove(each.text);
                }}
              >
                <Icon name="close" />
              </span>
            ) : (
              <small>{text.wordKinds[each.kind]}</small>
            )}
          </li>
        ))}
      </ul>
    </form>
  );
}
