import '../../styles/trips.css';
import type { JSX, FunctionComponent } from 'preact';
import { useState, useEffect, useMemo } from 'preact/hooks';
import type { TripStep, TripWithDays, TripDay } from '../../../core/http/wire.ts';
import { leavePageOf } from '../../actions/leave-page.ts';
import { useApp } from '../../app.ts';
import type { IconName } from '../../icons.ts';
import { timeSpan } from '../../state/format.ts';
import { placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/trips/index.ts';
import { useMakeAlbum } from '../albums/make-album.ts';
import { useAttempts } from '../hooks/attempts.ts';
import { Icon } from '../elements/icon.tsx';
import { TripDays } from './trip-days.tsx';
import { tripName } from './trip-name.ts';
import { ChangeDays, Dismiss, Merge, Rename, Split, type TripQuestion } from './trip-questions.tsx';
import type { Marker } from '../../state/map/map-clusters.ts';
import type { WorldPoint } from '../../state/map/map-projection.ts';
import { placesOf, routeOf } from '../../state/map/trip-route.ts';

const questions = { rename: Rename, days: ChangeDays, split: Split, merge: Merge, dismiss: Dismiss };
const icons = { rename: 'edit', days: 'calendar', split: 'split', merge: 'merge', dismiss: 'close' } as const;
const labels: Readonly<Record<TripQuestion, string>> = {
  rename: text.rename,
  days: words.changeDays,
  split: words.split,
  merge: words.merge,
  dismiss: words.notATrip,
};

interface TripHeaderProps extends TripWithDays {
  /** The day whose photos are shown; null for all. */
  readonly day: string | null;
  /** Called when the trip should be read again. */
  readonly onChanged: () => void;
}

/** Name, dates and places of a trip, and its actions. */
export function TripHeader({ trip, days, day, onChanged }: TripHeaderProps): JSX.Element {
  const app = useApp();
  const { api, router, session, toasts } = app;
  const make = useMakeAlbum();
  const attempt = useAttempts();
  const [question, setQuestion] = useState<TripQuestion | null>(null);
  const close = (): void => {
    setQuestion(null);
  };
  const onDone = ({ trips, step }: TripStep, sentence: string): void => {
    const isRemoved = trips.length === 0;
    toasts.say(sentence, async () => {
      await api.trips.undo(step);
      if (isRemoved) router.go(placeOf('trips', { about: String(trip.id) }));
      else onChanged();
    });
    if (isRemoved) leavePageOf(app, 'trips', String(trip.id));
    else onChanged();
  };
  const makeAlbum = async (): Promise<void> => {
    try {
      await make(tripName(trip), [], { trip: trip.id });
    } catch (error) {
      toasts.fail(error);
    }
  };
  const Question = question && questions[question];
  const available = (Object.keys(questions) as TripQuestion[]).filter((kind) => kind !== 'split' || days.length > 1);
  return (
    <header class="trip-header">
      <div class="page-title list-title">
        <h1>
          <bdi>{tripName(trip)}</bdi>
        </h1>
        <small>
          {timeSpan(trip.first_day, trip.last_day)} · {text.photos(trip.count)}
        </small>
      </div>
      <div class="trip-actions">
        <PlayTrip trip={trip.id} count={trip.count} />
        {session.may('write') &&
          available.map((kind) => (
            <HeaderButton
              key={kind}
              icon={icons[kind]}
              label={labels[kind]}
              run={() => {
                setQuestion(kind);
              }}
            />
          ))}
        {session.may('write') && (
          <HeaderButton icon="albums" label={words.makeAlbum} run={() => void attempt.make(makeAlbum)} />
        )}
      </div>
      <TripMap days={days} />
      <TripDays trip={trip.id} days={days} chosen={day} />
      {Question && <Question trip={trip} days={days} close={close} onDone={onDone} />}
    </header>
  );
}

/** Plays the photos of a trip, oldest first. */
function PlayTrip({ trip, count }: { trip: number; count: number }): JSX.Element {
  const { api, router, toasts, viewer } = useApp();
  const play = async (): Promise<void> => {
    const place = router.place.peek();
    try {
      const oldest = { offset: count - 1, limit: 1 };
      const { photos } = await api.photos.list(`trip=${trip}`, oldest, new AbortController().signal);
      const [first] = photos;
      // The page may have been left in the meantime.
      if (!first || router.place.peek() !== place) return;
      router.go(placeOf('trips', { about: String(trip), photo: first.uid }));
      viewer.show.begin('newer');
    } catch (error) {
      toasts.fail(error);
    }
  };
  return <HeaderButton icon="slides" label={words.play} run={() => void play()} />;
}

function HeaderButton({ icon, label, run }: { icon: IconName; label: string; run: () => void }): JSX.Element {
  return (
    <button class="button quiet" type="button" onClick={run}>
      <Icon name={icon} />
      {label}
    </button>
  );
}

type View = FunctionComponent<{ markers: readonly Marker[]; route: readonly WorldPoint[]; label: string }>;

/** The places of a trip on a map. The map code is loaded when needed. */
function TripMap({ days }: { days: readonly TripDay[] }): JSX.Element | null {
  const [view, setView] = useState<{ readonly Of: View } | null>(null);
  useEffect(() => {
    // If it fails, the names of the places are still shown.
    import('../map/map-view.tsx').then(
      ({ MapView }) => {
        setView({ Of: MapView });
      },
      () => undefined,
    );
  }, []);
  const markers = useMemo(() => placesOf(days), [days]);
  const route = useMemo(() => routeOf(days), [days]);
  if (markers.length === 0) return null;
  return <div class="trip-map">{view && <view.Of markers={markers} route={route} label={words.map} />}</div>;
}
