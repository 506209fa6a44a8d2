import '../../styles/search-filters.css';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState, type MutableRef } from 'preact/hooks';
import type { SearchFilter, SearchQuery } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import type { IconName } from '../../icons.ts';
import { placeOf, type Place } from '../../state/routes.ts';
import { dateWords, plainDays } from '../../state/search/filter-when.ts';
import { ruleOfSearch } from '../../state/albums/search-rule.ts';
import { quotedWords } from '../../state/search/quoted-words.ts';
import { text } from '../../strings/index.ts';
import { locale, placeName } from '../../strings/language.ts';
import { words } from '../../strings/searching/index.ts';
import { SaveAsAlbum } from '../albums/save-as-album.tsx';
import { Icon } from '../elements/icon.tsx';
import { DownloadAll } from '../photos/download-all.tsx';
import { Tabs } from '../elements/tabs.tsx';
import { AddFilter } from './add-filter.tsx';

interface UnderstoodFiltersProps {
  readonly place: Place;
  readonly asked: string;
  /** The search text that the results belong to: the previous one, until those of `asked` are loaded. */
  readonly answered: string;
  readonly query: SearchQuery;
  readonly total: number;
  readonly semantic: boolean;
  /** Sorted by time instead of relevance. */
  readonly byDate: boolean;
  /** Whether a filter was just added or removed, so that the focus is restored with the next results. */
  readonly isNarrowing: MutableRef<boolean>;
}

const icons: Readonly<Record<SearchFilter['type'], IconName>> = {
  person: 'people',
  place: 'place',
  camera: 'camera',
  date: 'calendar',
  kind: 'photos',
  favorites: 'heart',
};

/** The filters parsed from a search, each with a button to remove it; the number of results, and their order. */
export function UnderstoodFilters(props: UnderstoodFiltersProps): JSX.Element {
  const { place, asked, answered, query, total, semantic, byDate, isNarrowing } = props;
  const { router } = useApp();
  const [adding, setAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setAdding(false);
  }, [asked]);
  const { filters } = query;
  // The buttons belong to the previous text: a second click would bring back the filter that the first one removed.
  const isLate = asked !== answered;
  // The focused control was removed together with its filter.
  useLayoutEffect(() => {
    if (isNarrowing.current && document.activeElement === document.body) button.current?.focus();
    isNarrowing.current = false;
  }, [query]);
  const search = (q: string): void => {
    // Without any text left, the search field gets the focus.
    if (q.trim() === '') document.querySelector<HTMLElement>('.search-box input')?.focus();
    else button.current?.focus();
    isNarrowing.current = true;
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
              disabled={isLate}
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
              disabled={isLate}
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
              disabled={isLate}
              onClick={() => {
                search(quotedWords(asked, filters));
              }}
            >
              {words.asWords}
            </button>
          </li>
        )}
      </ul>
      <div class="found-actions">
        {total > 0 && <DownloadAll />}
        <SaveAsAlbum inWords name={answered} rule={ruleOfSearch(query)} />
      </div>
      {total > 1 && (
        <Tabs
          label={text.order}
          tabs={[false, true].map((date) => ({
            place: placeOf('search', { query: { q: asked, ...(date && { sort: 'date' }) } }),
            title: date ? text.byDate : text.bestFirst,
            isHere: date === byDate,
          }))}
        />
      )}
      {adding && !isLate && <AddFilter asked={asked} filters={filters} search={search} close={close} />}
    </div>
  );
}

interface ChipProps {
  readonly icon: IconName;
  readonly label: string;
  readonly hint?: string;
  readonly disabled: boolean;
  readonly remove: () => void;
}

function Chip({ icon, label, hint = '', disabled, remove }: ChipProps): JSX.Element {
  return (
    <button
      class="chip"
      type="button"
      aria-label={text.removeFilter(label)}
      title={text.removeFilter(label)}
      disabled={disabled}
      onClick={remove}
    >
      <Icon name={icon} />
      <bdi>{label}</bdi>
      {hint !== '' && <small>{hint}</small>}
      <Icon name="close" />
    </button>
  );
}

/** Names as in the library; for dates, also the resolved days. */
function chipOf(filter: SearchFilter): { label: string; hint: string } {
  if (filter.type === 'date') return { label: dateWords(filter, locale), hint: plainDays(filter, locale) };
  const name = filter.name ?? filter.words;
  return { label: filter.type === 'place' ? placeName(name) : name, hint: '' };
}
