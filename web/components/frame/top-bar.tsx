import type { JSX } from 'preact';
import { gridAction } from '../../actions/grid-actions.ts';
import { useApp } from '../../app.ts';
import { duration, monthName } from '../../state/format.ts';
import { isBeginning, readingOf } from '../../state/server/reading.ts';
import { text } from '../../strings/index.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { DensitySlider } from '../photos/density-slider.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { AccountButton } from './account-button.tsx';
import { PageHeading } from './page-heading.tsx';
import { ReadingBar, readingSentence } from './reading-notice.tsx';

const calendar = gridAction('calendar');

/** The search, the month of the list, the server's progress, and the account. */
export function TopBar(): JSX.Element {
  const app = useApp();
  const { tiled } = app;
  const { month, isMonthSaid } = tiled.value?.frame.value ?? { month: null, isMonthSaid: true };
  return (
    <header class="top-bar">
      <PageHeading />
      <SearchBox />
      <p class="now">{month && !isMonthSaid && monthName(month.year, month.month)}</p>
      {calendar.isOffered(app) && <ActionButton action={calendar} />}
      {tiled.value && <DensitySlider />}
      <Progress />
      <AccountButton />
    </header>
  );
}

/** The progress of indexing, while it runs. */
function Progress(): JSX.Element | null {
  const { router, watch } = useApp();
  const reading = readingOf(watch.status.value);
  // On the timeline, a notice shows it in more detail.
  if (!reading || (isBeginning(reading) && router.place.value.page === 'timeline')) return null;
  const sentence = readingSentence(reading);
  return (
    <p class="progress" title={sentence}>
      <ReadingBar reading={reading} />
      <span>{sentence}</span>
      {reading.eta !== null && <span class="eta">{text.timeLeft(duration(reading.eta))}</span>}
    </p>
  );
}
