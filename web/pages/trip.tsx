import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useApp } from '../app.ts';
import { Message } from '../components/elements/message.tsx';
import { WhenLoaded } from '../components/frame/page-frame.tsx';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { GridFailed } from '../components/photos/grid-failed.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import { TripHeader } from '../components/trips/trip-header.tsx';
import { tripName } from '../components/trips/trip-name.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { ApiError } from '../api/errors.ts';
import { text } from '../strings/index.ts';
import { words } from '../strings/trips/index.ts';
import type { PageProps } from './page-props.ts';

/** A trip: its name, its days, its photos. */
export default function TripPage({ place, behind }: PageProps): JSX.Element {
  const { api, grids, shown } = useApp();
  const id = Number(place.about);
  const day = place.query['day'] ?? null;
  const [loaded, reload] = useLoaded(
    (stop) =>
      api.trips.get(id, stop).catch((error: unknown) => {
        // Ids that are not numbers are rejected with 400.
        if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
        throw error;
      }),
    [id],
  );
  const grid = useMemo(() => grids.of(day === null ? { trip: id } : { trip: id, day }), [id, day]);
  const trip = loaded.is === 'there' ? loaded.value : null;
  const title = trip ? tripName(trip.trip) : '';
  useDocumentTitle(trip && title);
  if (loaded.is === 'there' && !trip) return <NoSuchTrip />;
  return (
    <PhotoGridView
      key={day}
      grid={grid}
      label={title}
      behind={behind}
      head={
        <WhenLoaded of={loaded} again={reload}>
          {(value) =>
            value && (
              <TripHeader
                {...value}
                day={day}
                onChanged={() => {
                  reload();
                  grids.changed(shown.peek());
                }}
              />
            )
          }
        </WhenLoaded>
      }
    >
      {grid.phase.value === 'failed' && <GridFailed grid={grid} />}
    </PhotoGridView>
  );
}

function NoSuchTrip(): JSX.Element {
  return (
    <main>
      <Message drawing="lost" title={words.noSuch} body={words.noSuchBody}>
        <a class="button" href={formatPlace(placeOf('trips'))}>
          {text.showAllOf(text.pages.trips)}
        </a>
      </Message>
    </main>
  );
}
