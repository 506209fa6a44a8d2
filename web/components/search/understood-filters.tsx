import type { JSX } from 'preact';
import type { SearchQuery } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf, type Place } from '../../state/routes.ts';
import { understood } from '../../state/search/understood.ts';
import { text } from '../../strings/index.ts';

interface UnderstoodFiltersProps {
  readonly place: Place;
  readonly asked: string;
  readonly query: SearchQuery;
  readonly total: number;
  readonly semantic: boolean;
  /** In the order of time instead of the best first. */
  readonly byDate: boolean;
}

/** What of a search was taken for a filter, each to be taken out by itself, how much was found, and in which order. */
export function UnderstoodFilters(props: UnderstoodFiltersProps): JSX.Element {
  const { place, asked, query, total, semantic, byDate } = props;
  const { router } = useApp();
  return (
    <div class="understood">
      <p role="status">
        {text.found(total)}
        {!semantic && query.text !== '' && <small> · {text.wordsAlone}</small>}
      </p>
      {understood(query, asked).map(({ label, without }) => (
        <button
          key={label}
          class="chip"
          type="button"
          aria-label={text.removeFilter(label)}
          onClick={() => {
            router.exchange(placeOf('search', { query: { ...place.query, q: without } }));
          }}
        >
          <bdi>{label}</bdi> ×
        </button>
      ))}
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
    </div>
  );
}
