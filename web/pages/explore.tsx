import '../styles/explore.css';
import type { JSX } from 'preact';
import type { Albums, MapMarkers, Memories, Person, PhotoItem, Tags, Trip } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { Card } from '../components/elements/card.tsx';
import { Empty } from '../components/photos/empty.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { PageFrame, WhenLoaded } from '../components/frame/page-frame.tsx';
import { memoryName } from '../components/photos/memory-name.ts';
import { PlayMemory } from '../components/photos/play-memory.tsx';
import { PhotoThumb } from '../components/photos/photo-thumb.tsx';
import { Shelf } from '../components/elements/shelf.tsx';
import { tripName } from '../components/trips/trip-name.ts';
import { yearlyDayName, formatCount, timeSpan } from '../state/format.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { placeName } from '../strings/language.ts';

/** The most entries of a shelf: as many as fit on two wide screens. */
const limit = 24;

/** Previews of people, places, memories, and what was added most recently. */
export default function ExplorePage(): JSX.Element {
  const { api, grids } = useApp();
  const [loaded, reload] = useLoaded(
    (stop) =>
      Promise.all([
        api.library.memories(null, stop),
        api.photos.recent(limit, stop),
        api.people.list('', { limit, offset: 0 }),
        api.library.map('', stop),
        api.library.albums(stop),
        api.library.tags(stop),
        api.trips.list(limit, stop),
      ]),
    [],
  );
  return (
    <PageFrame title={text.pages.explore}>
      <WhenLoaded of={loaded} again={reload}>
        {([memories, { photos }, { people }, { markers }, { albums }, { tags }, { trips }]) =>
          photos.length === 0 ? (
            <Empty grid={grids.of({})} />
          ) : (
            <div class="explore">
              <MemoriesShelf of={memories} />
              <TripsShelf trips={trips} />
              <PeopleShelf people={people} />
              <RecentShelf photos={photos} />
              <PlacesShelf markers={markers} />
              <AlbumsShelf albums={albums} />
              <TagsShelf tags={tags} />
            </div>
          )
        }
      </WhenLoaded>
    </PageFrame>
  );
}

function MemoriesShelf({ of: { month, day, groups } }: { of: Memories }): JSX.Element | null {
  // Photos of this year are not memories yet.
  const memories = groups.filter((group) => group.years_ago > 0);
  if (memories.length === 0) return null;
  const all = formatPlace(placeOf('memories'));
  return (
    <Shelf title={text.frame.day.title(yearlyDayName({ month, day }))} all={all}>
      {memories.map((group) => (
        <div key={group.year} class="memory">
          <Card
            href={all}
            picture={group.photos[0]?.thumb_url ?? null}
            title={memoryName(group)}
            details={[String(group.year), text.photos(group.photos.length)]}
          />
          <PlayMemory photos={group.photos} of={placeOf('memories', { query: { year: String(group.year) } })} />
        </div>
      ))}
    </Shelf>
  );
}

function TripsShelf({ trips }: { trips: readonly Trip[] }): JSX.Element | null {
  if (trips.length === 0) return null;
  return (
    <Shelf title={text.pages.trips} all={formatPlace(placeOf('trips'))}>
      {trips.map((trip) => (
        <Card
          key={trip.id}
          href={formatPlace(placeOf('trips', { about: String(trip.id) }))}
          picture={trip.cover_url}
          title={tripName(trip)}
          details={[timeSpan(trip.first_day, trip.last_day)]}
        />
      ))}
    </Shelf>
  );
}

function PeopleShelf({ people }: { people: readonly Person[] }): JSX.Element | null {
  if (people.length === 0) return null;
  return (
    <Shelf title={text.pages.people} all={formatPlace(placeOf('people'))}>
      {people.map(({ id, name, photo_count, cover_url }) => (
        <Card
          key={id}
          shape="round"
          href={formatPlace(placeOf('people', { about: String(id) }))}
          picture={cover_url}
          title={name ?? text.unnamedPerson}
          details={[text.photos(photo_count)]}
        />
      ))}
    </Shelf>
  );
}

function RecentShelf({ photos }: { photos: readonly PhotoItem[] }): JSX.Element {
  return (
    <Shelf title={text.recentlyAdded} all={formatPlace(placeOf('explore', { about: 'added' }))}>
      {photos.map((photo) => (
        <PhotoThumb
          key={photo.uid}
          photo={photo}
          href={formatPlace(placeOf('explore', { about: 'added', photo: photo.uid }))}
        />
      ))}
    </Shelf>
  );
}

function PlacesShelf({ markers }: MapMarkers): JSX.Element | null {
  if (markers.length === 0) return null;
  return (
    <Shelf title={text.pages.places} all={formatPlace(placeOf('places'))}>
      {markers.slice(0, limit).map(({ place, count, thumb_url }) => (
        <Card
          key={place}
          href={formatPlace(placeOf('places', { about: place }))}
          picture={thumb_url}
          title={placeName(place)}
          details={[text.photos(count)]}
        />
      ))}
    </Shelf>
  );
}

function AlbumsShelf({ albums }: Pick<Albums, 'albums'>): JSX.Element | null {
  if (albums.length === 0) return null;
  return (
    <Shelf title={text.pages.albums} all={formatPlace(placeOf('albums'))}>
      {albums.slice(0, limit).map(({ uid, name, photo_count, first_day, last_day, cover_url }) => (
        <Card
          key={uid}
          href={formatPlace(placeOf('albums', { about: uid }))}
          picture={cover_url}
          title={name}
          details={[timeSpan(first_day, last_day) || text.photos(photo_count)]}
        />
      ))}
    </Shelf>
  );
}

function TagsShelf({ tags }: Tags): JSX.Element | null {
  if (tags.length === 0) return null;
  return (
    <Shelf title={text.pages.tags} all={formatPlace(placeOf('tags'))}>
      {tags.slice(0, limit).map(({ name, count }) => (
        <a key={name} class="chip" href={formatPlace(placeOf('tags', { about: name }))}>
          <bdi>{name}</bdi> <small>{formatCount(count)}</small>
        </a>
      ))}
    </Shelf>
  );
}
