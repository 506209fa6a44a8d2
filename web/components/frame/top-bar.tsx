import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { duration, formatCount, monthName } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { DensitySlider } from '../photos/density-slider.tsx';
import { SearchBox } from '../search/search-box.tsx';

/** The search, where in a list one is, and how far the server is. */
export function TopBar(): JSX.Element {
  const { shown } = useApp();
  const { month, isMonthSaid } = shown.value?.frame.value ?? { month: null, isMonthSaid: true };
  return (
    <header class="top-bar">
      <SearchBox />
      <p class="now">{month && !isMonthSaid && monthName(month.year, month.month)}</p>
      {shown.value && <DensitySlider />}
      <Progress />
    </header>
  );
}

/** How far the server is with reading photos, while it does. */
function Progress(): JSX.Element | null {
  const indexing = useApp().watch.status.value?.indexing;
  if (!indexing?.running || indexing.total === 0) return null;
  return (
    <p class="progress">
      <progress max={indexing.total} value={indexing.done} aria-label={text.emptyIndexing} />
      <span>{text.indexing(formatCount(indexing.done), formatCount(indexing.total))}</span>
      {indexing.eta !== null && <span class="eta">{text.timeLeft(duration(indexing.eta))}</span>}
    </p>
  );
}
