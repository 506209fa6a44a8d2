import '../styles/memories.css';
import type { JSX } from 'preact';
import type { Memories } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { Icon } from '../components/elements/icon.tsx';
import { Message } from '../components/elements/message.tsx';
import { WhenLoaded } from '../components/frame/page-frame.tsx';
import { FixedList } from '../components/photos/fixed-list.tsx';
import { daysFrom, formatDay, parseDay, type DayOfYear } from '../state/day-of-year.ts';
import { yearlyDayName } from '../state/format.ts';
import type { PhotoGroup } from '../state/photos/fixed-source.ts';
import { formatPlace, placeOf, type Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import type { PageProps } from './page-props.ts';

const words = text.frame.day;

/** Photos that were taken on one day of the calendar, in any year: today, until another one is chosen. */
export default function MemoriesPage({ place, behind }: PageProps): JSX.Element {
  const { api } = useApp();
  const asked = parseDay(place.about);
  const [memories, again] = useLoaded((stop) => api.library.memories(asked, stop), [place.about]);
  const shown = asked ?? (memories.is === 'there' ? memories.value : null);
  useDocumentTitle(shown && words.title(yearlyDayName(shown)));
  const head = shown && <DayTitle of={shown} count={memories.is === 'there' ? memories.value.photos.length : 0} />;
  if (memories.is === 'there' && memories.value.photos.length > 0) {
    const { photos, groups } = memories.value;
    return (
      <FixedList
        key={formatDay(memories.value)}
        photos={photos}
        groups={groups.map(groupOf)}
        label={text.pages.memories}
        behind={behind}
        head={head}
      />
    );
  }
  return (
    <main>
      {head}
      <WhenLoaded of={memories} again={again}>
        {() => (
          <Message level={2} drawing="day" title={text.noMemories} body={words.none}>
            <a class="button" href="#/">
              {text.toTimeline}
            </a>
          </Message>
        )}
      </WhenLoaded>
    </main>
  );
}

/** Which day it is, and the way to others. */
function DayTitle({ of, count }: { of: DayOfYear; count: number }): JSX.Element {
  const { router } = useApp();
  const isToday = router.place.value.about === null;
  return (
    <div class="page-title list-title day-title">
      <h1>{words.title(yearlyDayName(of))}</h1>
      <small>{count > 0 && text.photos(count)}</small>
      <div class="day-steps">
        {!isToday && (
          <a class="button quiet" href={formatPlace(placeOf('memories'))}>
            {words.today}
          </a>
        )}
        <Step to={daysFrom(of, -1)} label={words.before} icon="newer" />
        <input
          type="date"
          aria-label={words.choose}
          title={words.choose}
          value={`${yearOf(of)}-${formatDay(of)}`}
          onChange={({ currentTarget }) => {
            const day = parseDay(currentTarget.value.slice(5));
            if (day) router.go(placeOfDay(day));
          }}
        />
        <Step to={daysFrom(of, 1)} label={words.after} icon="older" />
      </div>
    </div>
  );
}

function Step({ to, label, icon }: { to: DayOfYear; label: string; icon: 'newer' | 'older' }): JSX.Element {
  const named = `${label}, ${yearlyDayName(to)}`;
  return (
    <a class="icon-button" href={formatPlace(placeOfDay(to))} aria-label={named} title={named}>
      <Icon name={icon} />
    </a>
  );
}

function placeOfDay(day: DayOfYear): Place {
  return placeOf('memories', { about: formatDay(day) });
}

/** The field needs one: this year, or for 29 February one that has it. */
function yearOf({ month, day }: DayOfYear): number {
  return month === 2 && day === 29 ? 2024 : new Date().getFullYear();
}

function groupOf({ year, years_ago, photos }: Memories['groups'][number]): PhotoGroup {
  return { title: `${text.yearsAgo(years_ago)} · ${year}`, count: photos.length };
}
