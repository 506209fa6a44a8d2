import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { Card } from '../components/elements/card.tsx';
import { LoadedList } from '../components/frame/loaded-list.tsx';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { tripName } from '../components/trips/trip-name.ts';
import { timeSpan } from '../state/format.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { words } from '../strings/trips/index.ts';

/** More than any library has. */
const limit = 1000;

/** All trips, newest first. */
export default function TripsPage(): JSX.Element {
  const { api } = useApp();
  const [loaded, reload] = useLoaded((stop) => api.trips.list(limit, stop), []);
  return (
    <PageFrame title={text.pages.trips}>
      <LoadedList
        of={loaded}
        again={reload}
        items={({ trips }) => trips}
        none={{ drawing: 'places', title: words.none, body: words.noneBody }}
      >
        {(trips) => (
          <div class="cards">
            {trips.map((trip) => (
              <Card
                key={trip.id}
                href={formatPlace(placeOf('trips', { about: String(trip.id) }))}
                picture={trip.cover_url}
                title={tripName(trip)}
                details={[timeSpan(trip.first_day, trip.last_day), text.photos(trip.count)]}
              />
            ))}
          </div>
        )}
      </LoadedList>
    </PageFrame>
  );
}
