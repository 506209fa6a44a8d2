import '../../styles/search-box.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { offersOf, type Offer } from '../../state/search/offers.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { language } from '../../strings/language.ts';
import { Icon } from '../elements/icon.tsx';

type OfferList = typeof import('./offer-list.tsx');

const listId = 'search-completions';

/** The search field, with suggestions from the library and recent searches. */
export function SearchBox(): JSX.Element {
  const { router, suggestions, recent } = useApp();
  const place = router.place.value;
  const query = place.page === 'search' ? (place.query['q'] ?? '') : '';
  const [typed, setTyped] = useState(query);
  const [open, setOpen] = useState(false);
  const [chosenIndex, setChosenIndex] = useState(-1);
  const [list, setList] = useState<OfferList | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setTyped(query);
    setOpen(false);
  }, [query]);

  const offers = open
    ? offersOf({
        typed,
        answer: suggestions.answer.value,
        recent: recent.searches.value,
        dates: list?.dateWords ?? [],
        language,
      })
    : [];
  const isOpen = open && list !== null && offers.length > 0;
  // The suggestions may still be those of the previous text.
  const isFresh = suggestions.answered.value === typed;
  const close = (): void => {
    setOpen(false);
    setChosenIndex(-1);
  };

  /** Shows suggestions for a text; the list component is loaded on first use. */
  const suggest = (typedText: string): void => {
    setOpen(true);
    setChosenIndex(-1);
    void suggestions.ask(typedText);
    // If loading fails, the next key tries again.
    if (!list) import('./offer-list.tsx').then(setList, () => undefined);
  };
  const search = (typedText: string): void => {
    const q = typedText.trim();
    if (q === '') return;
    setTyped(q);
    close();
    recent.add(q);
    // Keys are for the results now.
    input.current?.blur();
    router.go(placeOf('search', { query: { q } }));
  };
  const complete = ({ completed }: Offer): void => {
    setTyped(`${completed} `);
    suggest(`${completed} `);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = isOpen ? offers[chosenIndex] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      if (!open) suggest(typed);
      // One more position than suggestions: the text field itself.
      else if (isFresh) setChosenIndex(((chosenIndex + 1 + step + offers.length + 1) % (offers.length + 1)) - 1);
    } else if (event.key === 'Enter' && at) {
      event.preventDefault();
      search(at.completed);
    } else if (event.key === 'Tab' && at && at.kind !== 'recent' && !event.shiftKey) {
      event.preventDefault();
      complete(at);
    } else if (event.key === 'Delete' && at?.kind === 'recent') {
      event.preventDefault();
      recent.remove(at.text);
    } else if (event.key === 'Escape') {
      if (isOpen) close();
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
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && chosenIndex >= 0 ? `${listId}-${chosenIndex}` : undefined}
        autocomplete="off"
        enterkeyhint="search"
        placeholder={text.searchHint}
        value={typed}
        onFocus={() => {
          suggest(typed);
        }}
        onBlur={close}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          suggest(event.currentTarget.value);
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
      {isOpen && (
        <list.OfferList
          id={listId}
          offers={offers}
          isFresh={isFresh}
          chosen={chosenIndex}
          isBegun={typed.trim() !== ''}
          onTake={(offer) => {
            search(offer.completed);
          }}
          onForget={(forgotten) => {
            recent.remove(forgotten.text);
          }}
        />
      )}
    </form>
  );
}
