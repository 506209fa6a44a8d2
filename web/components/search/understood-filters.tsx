import '../../styles/search-filters.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SearchFilter, SearchQuery } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import type { IconName } from '../../icons.ts';
import { formatPlace, placeOf, type Place } from '../../state/routes.ts';
import { dateWords, plainDays } from '../../state/search/filter-when.ts';
import { quotedWords } from '../../state/search/quoted-words.ts';
import { text } from '../../strings/index.ts';
import { locale } from '../../strings/language.ts';
import { words } from '../../strings/searching/index.ts';
import { Icon } from '../elements/icon.tsx';
import { AddFilter } from './add-filter.tsx';

interface UnderstoodFiltersProps {
  readonly place: Place;
  readonly asked: string;
  readonly query: SearchQuery;
  readonly total: number;
  readonly semantic: boolean;
  /** In the order of time instead of the best first. */
  readonly byDate: boolean;
}

const icons: Readonly<Record<SearchFilter['type'], IconName>> = {
  person: 'people',
  place: 'place',
  camera: 'camera',
  date: 'calendar',
  kind: 'photos',
};

/** What of a search was taken for a filter, each to be taken out by itself, how much was found, and in which order. */
export function UnderstoodFilters(props: UnderstoodFiltersProps): JSX.Element {
  const { place, asked, query, total, semantic, byDate } = props;
  const { router } = useApp();
  const [adding, setAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setAdding(false);
  }, [asked]);
  const { filters } = query;
  const search = (q: string): void => {
    router.exchange(placeOf('search', { query: { ...place.query, q } }));
  };
  const close = (): void => {
    setAdding(false);
    button.current?.focus();
  };
  const rest = filters.map((filter) => filter.words).join(' ');
  return (
    <div class="understood">
      <p role="status">
        {text.found(total)}
        {!semantic && query.text !== '' && <small> · {text.wordsAlone}</small>}
      </p>
      <ul class="search-filters" aria-label={words.filters}>
        {filters.map((filter) => (
          <li key={`${filter.type} ${filter.words}`}>
            <Chip
              icon={icons[filter.type]}
              {...chipOf(filter)}
              remove={() => {
                search(filter.without);
              }}
            />
          </li>
        ))}
        {filters.length > 0 && query.text !== '' && (
          <li>
            <Chip
              icon="search"
              label={query.text}
              remove={() => {
                search(rest);
              }}
            />
          </li>
        )}
        <li>
          <button
            ref={button}
            class="chip add-filter-button"
            type="button"
            aria-expanded={adding}
            onClick={() => {
              setAdding(!adding);
            }}
          >
            <Icon name="plus" /> {words.addFilter}
          </button>
        </li>
        {filters.length > 0 && (
          <li>
            <button
              class="as-words"
              type="button"
              onClick={() => {
                search(quotedWords(asked, filters));
              }}
            >
              {words.asWords}
            </button>
          </li>
        )}
      </ul>
      {total > 1 && (
        <p class="order">
          {[false, true].map((date) => (
            <a
              key={String(date)}
              href={formatPlace(placeOf('search', { query: { q: asked, ...(date && { sort: 'date' }) } }))}
              aria-current={date === byDate ? 'true' : undefined}
            >
              {date ? text.byDate : text.bestFirst}
            </a>
          ))}
        </p>
      )}
      {adding && <AddFilter asked={asked} filters={filters} search={search} close={close} />}
    </div>
  );
}

interface ChipProps {
  readonly icon: IconName;
  readonly label: string;
  readonly hint?: string;
  readonly remove: () => void;
}

function Chip({ icon, label, hint = '', remove }: ChipProps): JSX.Element {
  return (
    <button
      class="chip"
      type="button"
      aria-label={text.removeFilter(label)}
      title={text.removeFilter(label)}
      onClick={remove}
    >
      <Icon name={icon} />
      <bdi>{label}</bdi>
      {hint !== '' && <small>{hint}</small>}
      <Icon name="close" />
    </button>
  );
}

/** Names as the library writes them, and of dates which days they are. */
function chipOf(filter: SearchFilter): { label: string; hint: string } {
  if (filter.type === 'date') return { label: dateWords(filter, locale), hint: plainDays(filter, locale) };
  return { label: filter.name ?? filter.words, hint: '' };
}
