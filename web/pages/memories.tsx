import '../styles/memories.css';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Memories } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { DayField, dayPlace } from '../components/frame/day-field.tsx';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { Icon } from '../components/elements/icon.tsx';
import { Message } from '../components/elements/message.tsx';
import { WhenLoaded } from '../components/frame/page-frame.tsx';
import { memoryName, memorySubject } from '../components/photos/memory-name.ts';
import { PlayMemory } from '../components/photos/play-memory.tsx';
import { FixedList } from '../components/photos/fixed-list.tsx';
import { daysFrom, parseDay, type DayOfYear } from '../state/day-of-year.ts';
import { yearlyDayName } from '../state/format.ts';
import type { PhotoGroup } from '../state/photos/fixed-source.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import type { PageProps } from './page-props.ts';

const words = text.frame.day;
const none: Memories['photos'] = [];

/** Photos taken on one day of the calendar in any year; today by default. */
export default function MemoriesPage({ place, behind }: PageProps): JSX.Element {
  const { api } = useApp();
  const requested = parseDay(place.about);
  const [memories, reload] = useLoaded((stop) => api.library.memories(requested, stop), [place.about]);
  const loaded = memories.is === 'there' ? memories.value : null;
  // The title belongs to the photos shown, until those of the next day are loaded.
  const day = loaded ?? requested;
  useDocumentTitle(day && words.title(yearlyDayName(day)));
  // A single year, as for the slide show.
  const year = place.query['year'];
  const chosenGroups = useMemo(
    () => loaded?.groups.filter((group) => year === undefined || String(group.year) === year) ?? [],
    [loaded, year],
  );
  const groups = useMemo(() => chosenGroups.map(groupOf), [chosenGroups]);
  const photos = useMemo(
    () => (chosenGroups.length === 0 ? none : chosenGroups.flatMap((group) => group.photos)),
    [chosenGroups],
  );
  return (
    // One list for all days, so that the focused control above it is not replaced.
    <FixedList
      photos={photos}
      groups={groups}
      label={text.pages.memories}
      behind={behind}
      head={day && <DayTitle of={day} chosen={requested ?? day} photos={photos} />}
    >
      {photos.length === 0 && (
        <WhenLoaded of={memories} again={reload}>
          {() => (
            <Message level={2} drawing="day" title={text.noMemories} body={words.none}>
              <a class="button" href="#/">
                {text.toTimeline}
              </a>
            </Message>
          )}
        </WhenLoaded>
      )}
    </FixedList>
  );
}

interface DayTitleProps {
  readonly of: DayOfYear;
  /** The requested day, whose photos may still be loading: fast steps start from it. */
  readonly chosen: DayOfYear;
  readonly photos: Memories['photos'];
}

/** The title of a day, with buttons to other days. */
function DayTitle({ of, chosen, photos }: DayTitleProps): JSX.Element {
  const { router } = useApp();
  const isToday = router.place.value.about === null;
  return (
    <div class="page-title list-title day-title">
      <h1>{words.title(yearlyDayName(of))}</h1>
      <small>{photos.length > 0 && text.photos(photos.length)}</small>
      <div class="day-steps">
        {photos.length > 0 && <PlayMemory photos={photos} of={router.place.value} />}
        {!isToday && (
          <a
            class="button quiet"
            href={formatPlace(placeOf('memories'))}
            onClick={({ currentTarget }) => {
              // This link disappears on that page, so the focus moves to the next control.
              const next = currentTarget.nextElementSibling;
              if (next instanceof HTMLElement) next.focus();
            }}
          >
            {words.today}
          </a>
        )}
        <Step to={daysFrom(chosen, -1)} label={words.before} icon="newer" />
        <DayField chosen={chosen} label={words.choose} />
        <Step to={daysFrom(chosen, 1)} label={words.after} icon="older" />
      </div>
    </div>
  );
}

function Step({ to, label, icon }: { to: DayOfYear; label: string; icon: 'newer' | 'older' }): JSX.Element {
  const title = `${label}, ${yearlyDayName(to)}`;
  return (
    <a class="icon-button" href={formatPlace(dayPlace(to))} aria-label={title} title={title}>
      <Icon name={icon} />
    </a>
  );
}

function groupOf(group: Memories['groups'][number]): PhotoGroup {
  const { year, photos } = group;
  const subject = memorySubject(group);
  const shorter = [subject === undefined ? [] : `${subject} · ${year}`, String(year)].flat();
  return { title: `${memoryName(group)} · ${year}`, shorter, count: photos.length };
}
