import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { duration, monthName } from '../state/format.ts';
import { text } from '../strings.ts';

/** Says where in the timeline one is, and who one is. */
export function Header(): JSX.Element {
  const { session, timeline } = useApp();
  const { month } = timeline.frame.value;
  return (
    <header class="header">
      <h1 class="brand">
        <a href="#/">{text.app}</a>
      </h1>
      <p class="now">{month && monthName(month.year, month.month)}</p>
      <Progress />
      <span class="who">{session.user?.display_name}</span>
      <button class="button quiet" type="button" onClick={() => void session.signOut()}>
        {text.signOut}
      </button>
    </header>
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
