import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { PhotoKind, SearchFilter, SearchSuggestions } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import type { IconName } from '../../icons.ts';
import { weekdayName } from '../../state/search/filter-when.ts';
import { locale, placeName } from '../../strings/language.ts';
import { words } from '../../strings/searching/index.ts';
import { Icon } from '../elements/icon.tsx';
import { RetriedImage } from '../elements/retried-image.tsx';

interface AddFilterProps {
  readonly asked: string;
  readonly filters: readonly SearchFilter[];
  /** Searches for another text. */
  readonly search: (q: string) => void;
  readonly close: () => void;
}

const kinds: readonly PhotoKind[] = ['image', 'video', 'live', 'raw'];

/** A menu of filters for a search. Each choice adds words to the search text, which the server parses. */
export function AddFilter({ asked, filters, search, close }: AddFilterProps): JSX.Element {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.querySelector('button')?.focus();
  }, []);
  const add = (term: string): void => {
    search(`${asked} ${term}`.trim());
  };
  const chosenKinds = filters.filter(({ type }) => type === 'kind');
  const favorites = filters.find(({ type }) => type === 'favorites');
  return (
    <div
      ref={panel}
      class="add-filter"
      role="group"
      aria-label={words.addFilter}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <Section title={words.kind}>
        {kinds.map((each) => (
          <Choice
            key={each}
            label={words.kindNames[each]}
            isChosen={chosenKinds.some(({ kind }) => kind === each)}
            choose={() => {
              // The menu is for one kind; several are typed.
              search(`${chosenKinds[0]?.without ?? asked} ${words.kindWords[each]}`.trim());
            }}
          />
        ))}
        <Choice
          label={words.favorites}
          icon="heart"
          isChosen={favorites !== undefined}
          choose={() => {
            search(favorites?.without ?? `${asked} ${words.favoritesWord}`.trim());
          }}
        />
      </Section>
      <Section title={words.when}>
        {words.quickDates.map((date) => (
          <Choice
            key={date}
            label={capital(date)}
            choose={() => {
              add(date);
            }}
          />
        ))}
        <DateRange add={add} />
      </Section>
      <Section title={words.season}>
        {Object.entries(words.seasons).map(([season, name]) => (
          <Choice
            key={season}
            label={name}
            choose={() => {
              add(season);
            }}
          />
        ))}
      </Section>
      <Section title={words.weekday}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <Choice
            key={day}
            label={weekdayName(day, locale)}
            choose={() => {
              add(weekdayName(day, locale));
            }}
          />
        ))}
        <Choice
          label={words.weekendName}
          choose={() => {
            add(words.weekend);
          }}
        />
      </Section>
      <Names add={add} />
      <button class="button" type="button" onClick={close}>
        {words.close}
      </button>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="filter-choices">{children}</div>
    </section>
  );
}

const capital = (word: string): string => word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);

interface ChoiceProps {
  readonly label: string;
  readonly isChosen?: boolean;
  readonly icon?: IconName;
  readonly picture?: string | null;
  readonly choose: () => void;
}

function Choice({ label, isChosen, icon, picture, choose }: ChoiceProps): JSX.Element {
  return (
    <button class="chip" type="button" aria-pressed={isChosen} onClick={choose}>
      {picture ? (
        <span class="chip-face">
          <RetriedImage url={picture} />
        </span>
      ) : (
        icon && <Icon name={icon} />
      )}
      <bdi>{label}</bdi>
    </button>
  );
}

/** A date range; one of the two dates is enough. */
function DateRange({ add }: { add: (term: string) => void }): JSX.Element {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  return (
    <form
      class="date-range"
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== '' && to !== '') add(from <= to ? `${from} – ${to}` : `${to} – ${from}`);
        else if (from !== '') add(words.since(from));
        else if (to !== '') add(words.until(to));
      }}
    >
      <label>
        {words.from}
        <input
          type="date"
          value={from}
          onInput={(event) => {
            setFrom(event.currentTarget.value);
          }}
        />
      </label>
      <label>
        {words.to}
        <input
          type="date"
          value={to}
          onInput={(event) => {
            setTo(event.currentTarget.value);
          }}
        />
      </label>
      <button class="button" type="submit" disabled={from === '' && to === ''}>
        {words.show}
      </button>
    </form>
  );
}

/** People, places and cameras by name; the most frequent ones while nothing is typed. */
function Names({ add }: { add: (term: string) => void }): JSX.Element {
  const { api } = useApp();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<SearchSuggestions | null>(null);
  useEffect(() => {
    const over = new AbortController();
    // If it fails, there are no suggestions.
    api.search.suggestions(typed.trim(), over.signal).then(setFound, () => undefined);
    return () => {
      over.abort();
    };
  }, [typed]);
  return (
    <Section title={words.whoWhere}>
      <input
        class="filter-name"
        type="text"
        aria-label={words.whoWhere}
        placeholder={words.whoWhereHint}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      {found?.people.map(({ id, name, cover_url: picture }) => (
        <Choice
          key={id}
          label={name}
          icon="people"
          picture={picture}
          choose={() => {
            add(name);
          }}
        />
      ))}
      {found?.places.map(({ name }) => (
        <Choice
          key={`place ${name}`}
          label={placeName(name)}
          icon="place"
          choose={() => {
            add(name);
          }}
        />
      ))}
      {found?.cameras.map(({ name }) => (
        <Choice
          key={`camera ${name}`}
          label={name}
          icon="camera"
          choose={() => {
            add(name);
          }}
        />
      ))}
    </Section>
  );
}
