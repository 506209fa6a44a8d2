import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Photo } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { countryName } from '../../state/format.ts';
import { neighbourPlaces } from '../../state/photos/neighbour-places.ts';
import { placeName, townNameIn } from '../../strings/language.ts';
import { words } from '../../strings/editing/index.ts';
import { Form } from '../elements/form.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { PlacePicker, positionText, type Picked } from './place-picker.tsx';
import type { PartProps } from './part-props.ts';
import { PartButtons } from './part-buttons.tsx';

interface Offer {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly at: Picked;
}

/** The last chosen place, offered again for the next photos. */
let last: { readonly at: Picked; readonly name: string } | null = null;

/** The place part of the dialog: by name, from another photo, or on the map. */
export function PlacePart({ count, first, photo, busy, failure, stop, save, cancel }: PartProps): JSX.Element {
  const { api } = useApp();
  const [picked, setPicked] = useState<Picked | null>(positionOf(photo));
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const [neighbours] = useLoaded((stop) => neighbourPlaces(api.photos, first.taken_at, stop), []);
  const [towns] = useLoaded(
    async (stop) => (query.length < 2 ? null : { query, ...(await api.library.townsNamed(query, stop)) }),
    [query],
  );
  const found = query.length >= 2 && towns.is === 'there' ? towns.value : null;
  const matches = found?.towns;
  const offers: Offer[] = matches
    ? matches.map(({ name, country, lat, lng }) => ({
        key: `${lat} ${lng}`,
        name: townNameIn(name, country),
        note: countryName(country),
        at: { lat, lng },
      }))
    : [
        ...(neighbours.is === 'there' ? neighbours.value : []).map(({ which, place, lat, lng }) => ({
          key: which,
          name: placeName(place),
          note: words[which],
          at: { lat, lng },
        })),
        ...(last ? [{ key: 'last', name: last.name, note: words.lastPlace, at: last.at }] : []),
      ];
  const isDecided = photo === null || photo.edited.includes('place');
  return (
    <Form
      submit={() => {
        if (!picked) return;
        const { lat, lng } = picked;
        const name = offers.find(({ at }) => at.lat === lat && at.lng === lng)?.name;
        last = { at: picked, name: name ?? positionText(picked) };
        save({ lat, lng });
      }}
      busy={busy}
      failure={failure}
      stop={stop}
      buttons={
        <PartButtons
          count={count}
          cancel={cancel}
          disabled={picked === null}
          remove={
            photo?.lat !== null
              ? {
                  label: words.removePlace,
                  run: () => {
                    save({ no_place: true });
                  },
                }
              : undefined
          }
          back={
            isDecided
              ? () => {
                  save({ lat: null, lng: null });
                }
              : undefined
          }
        />
      }
    >
      <div class="field">
        <label for="field-town">{words.searchPlace}</label>
        <input
          id="field-town"
          type="search"
          autocomplete="off"
          maxLength={100}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || query === '') return;
            // The first Enter chooses the first town with the typed name, if it is known already; the next one saves it.
            event.preventDefault();
            const [best] = offers;
            if (!best || found?.query !== query) return;
            setPicked(best.at);
            setTyped('');
          }}
        />
      </div>
      <ul class="facts-offers">
        {offers.map(({ key, name, note, at }) => (
          <li key={key}>
            <button
              type="button"
              class="facts-offer"
              aria-pressed={picked?.lat === at.lat && picked.lng === at.lng}
              onClick={() => {
                setPicked(at);
              }}
            >
              <bdi>{name}</bdi>
              <small>{note}</small>
            </button>
          </li>
        ))}
      </ul>
      <p class="facts-hint" role="status">
        {matches?.length === 0 ? words.noTown : ''}
      </p>
      <PlacePicker at={picked} pick={setPicked} />
    </Form>
  );
}

function positionOf(photo: Photo | null): Picked | null {
  if (!photo) return null;
  const { lat, lng } = photo;
  return lat === null || lng === null ? null : { lat, lng };
}
