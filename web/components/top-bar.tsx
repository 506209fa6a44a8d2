import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { duration, monthName } from '../state/format.ts';
import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { Icon } from './icon.tsx';

/** The search, where in a list one is, and how far the server is. */
export function TopBar(): JSX.Element {
  const { shown } = useApp();
  const month = shown.value?.frame.value.month;
  return (
    <header class="top-bar">
      <h1 class="brand">
        <a href="#/">{text.app}</a>
      </h1>
      <SearchBox />
      <p class="now">{month && month.month > 0 && monthName(month.year, month.month)}</p>
      <Progress />
    </header>
  );
}

function SearchBox(): JSX.Element {
  const { router } = useApp();
  const place = router.place.value;
  const asked = place.page === 'search' ? (place.query['q'] ?? '') : '';
  const [typed, setTyped] = useState(asked);
  useEffect(() => {
    setTyped(asked);
  }, [asked]);
  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') router.go(placeOf('search', { query: { q: typed.trim() } }));
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        aria-label={text.search}
        placeholder={text.searchHint}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </form>
  );
}

/** How far the server is with reading photos, while it does. */
function Progress(): JSX.Element | null {
  const indexing = useApp().watch.status.value?.indexing;
  if (!indexing?.running || indexing.total === 0) return null;
  const number = new Intl.NumberFormat();
  return (
    <p class="progress">
      <progress max={indexing.total} value={indexing.done} aria-label={text.emptyIndexing} />
      <span>{text.indexing(number.format(indexing.done), number.format(indexing.total))}</span>
      {indexing.eta !== null && <span class="eta">{text.timeLeft(duration(indexing.eta))}</span>}
    </p>
  );
}
