import type { JSX } from 'preact';
import type { SearchQuery } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { understood } from '../state/understood.ts';
import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';

interface UnderstoodFiltersProps {
  readonly asked: string;
  readonly query: SearchQuery;
  readonly total: number;
  readonly semantic: boolean;
}

/** What of a search was taken for a filter, each to be taken out by itself, and how much was found. */
export function UnderstoodFilters({ asked, query, total, semantic }: UnderstoodFiltersProps): JSX.Element {
  const { router } = useApp();
  return (
    <div class="understood">
      <p role="status">
        {text.found(total)}
        {!semantic && query.text !== '' && <small> {text.wordsAlone}</small>}
      </p>
      {understood(query, asked).map(({ label, without }) => (
        <button
          key={label}
          class="chip"
          type="button"
          aria-label={text.removeFilter(label)}
          onClick={() => {
            router.exchange(placeOf('search', { query: { q: without } }));
          }}
        >
          <bdi>{label}</bdi> ×
        </button>
      ))}
    </div>
  );
}
