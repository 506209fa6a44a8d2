import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Trip, TripDay, TripStep } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { timeSpan } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { townName } from '../../strings/language.ts';
import { words } from '../../strings/trips/index.ts';
import { useLoaded } from '../hooks/loaded.ts';
import { WhenLoaded } from '../frame/page-frame.tsx';
import { dayLabel } from './trip-days.tsx';
import { TripForm } from './trip-form.tsx';
import { tripName } from './trip-name.ts';

/** The forms about a trip. */
export type TripQuestion = 'rename' | 'days' | 'split' | 'merge' | 'dismiss';

interface TripQuestionProps {
  readonly trip: Trip;
  readonly days: readonly TripDay[];
  readonly close: () => void;
  /** Called after the change. @param sentence the message, which is shown with undo */
  readonly onDone: (step: TripStep, sentence: string) => void;
}

/** How many trips are read to find the neighbours. */
const limit = 1000;

export function Rename({ trip, close, onDone }: TripQuestionProps): JSX.Element {
  const { api } = useApp();
  const [name, setName] = useState(trip.name ?? '');
  const run = async (): Promise<void> => {
    const step = await api.trips.change(trip.id, { name: name.trim() === '' ? null : name });
    onDone(step, words.renamed(step.trips.map(tripName).join()));
  };
  return (
    <TripForm title={words.renameTitle} submit={text.save} run={run} close={close}>
      <div class="field">
        <label for="trip-name">{text.nameLabel}</label>
        <p id="trip-name-hint">{words.renameHint}</p>
        <input
          id="trip-name"
          aria-describedby="trip-name-hint"
          autofocus
          maxLength={100}
          value={name}
          onInput={({ currentTarget }) => {
            setName(currentTarget.value);
          }}
        />
      </div>
    </TripForm>
  );
}

export function ChangeDays({ trip, close, onDone }: TripQuestionProps): JSX.Element {
  const { api } = useApp();
  const [start, setStart] = useState(trip.first_day);
  const [end, setEnd] = useState(trip.last_day);
  const run = async (): Promise<void> => {
    const step = await api.trips.change(trip.id, {
      ...(start === trip.first_day ? {} : { start }),
      ...(end === trip.last_day ? {} : { end }),
    });
    onDone(step, words.changed(step.trips.map(tripName).join()));
  };
  const isSame = start === trip.first_day && end === trip.last_day;
  return (
    <TripForm
      title={words.changeDays}
      submit={text.save}
      disabled={isSame || start === '' || end === '' || start > end}
      run={run}
      close={close}
    >
      <DayInput label={words.firstDay} name="start" value={start} set={setStart} />
      <DayInput label={words.lastDay} name="end" value={end} set={setEnd} />
    </TripForm>
  );
}

function DayInput(props: { label: string; name: string; value: string; set: (day: string) => void }): JSX.Element {
  return (
    <div class="field">
      <label for={`trip-${props.name}`}>{props.label}</label>
      <input
        id={`trip-${props.name}`}
        type="date"
        required
        value={props.value}
        onInput={({ currentTarget }) => {
          props.set(currentTarget.value);
        }}
      />
    </div>
  );
}

export function Split({ trip, days, close, onDone }: TripQuestionProps): JSX.Element {
  const { api } = useApp();
  const later = days.slice(1);
  const [day, setDay] = useState(later[Math.floor((later.length - 1) / 2)]?.day ?? '');
  const run = async (): Promise<void> => {
    onDone(await api.trips.split(trip.id, day), words.splitDone);
  };
  return (
    <TripForm title={words.splitTitle} submit={words.split} disabled={day === ''} run={run} close={close}>
      <div class="field">
        <label for="trip-split">{words.splitAt}</label>
        <select
          id="trip-split"
          autofocus
          value={day}
          onChange={({ currentTarget }) => {
            setDay(currentTarget.value);
          }}
        >
          {later.map((tripDay) => (
            <option key={tripDay.day} value={tripDay.day}>
              {[dayLabel(tripDay.day, 'long'), tripDay.place ? townName(tripDay.place.city, tripDay.place.country) : '']
                .filter((part) => part !== '')
                .join(', ')}
            </option>
          ))}
        </select>
      </div>
    </TripForm>
  );
}

export function Merge({ trip, close, onDone }: TripQuestionProps): JSX.Element {
  const { api } = useApp();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [loaded, reload] = useLoaded((stop) => api.trips.list(limit, stop), [trip.id]);
  const run = async (): Promise<void> => {
    if (chosenId === null) return;
    const step = await api.trips.merge([trip.id, chosenId]);
    onDone(step, words.merged(step.trips[0]?.count ?? 0));
  };
  return (
    <TripForm title={words.mergeTitle} submit={words.merge} disabled={chosenId === null} run={run} close={close}>
      <WhenLoaded of={loaded} again={reload}>
        {({ trips }) => (
          <fieldset class="trip-choice" aria-label={words.mergeTitle}>
            {neighboursOf(trip, trips).map((other) => (
              <label key={other.id}>
                <input
                  type="radio"
                  name="merge-with"
                  checked={chosenId === other.id}
                  onChange={() => {
                    setChosenId(other.id);
                  }}
                />
                <span>
                  <bdi>{tripName(other)}</bdi>
                  <small>
                    {timeSpan(other.first_day, other.last_day)} · {text.photos(other.count)}
                  </small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </WhenLoaded>
      <p>{words.mergeHint}</p>
    </TripForm>
  );
}

/** The previous and the next trip: only these can be merged with it. */
function neighboursOf({ id }: Trip, trips: readonly Trip[]): Trip[] {
  const at = trips.findIndex((trip) => trip.id === id);
  return at < 0 ? [] : [trips[at - 1], trips[at + 1]].filter((trip) => trip !== undefined);
}

export function Dismiss({ trip, close, onDone }: TripQuestionProps): JSX.Element {
  const { api } = useApp();
  const run = async (): Promise<void> => {
    onDone(await api.trips.dismiss(trip.id), words.dismissed);
  };
  return (
    <TripForm title={words.notATripTitle} submit={words.notATrip} run={run} close={close}>
      <p>{words.notATripHint}</p>
    </TripForm>
  );
}
