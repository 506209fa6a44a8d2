import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FactsChange } from '../../state/photos/photo-edits.ts';
import { noShift, secondsOf, type TypedShift } from '../../state/photos/time-shift.ts';
import { words } from '../../strings/editing/index.ts';
import { Choice } from '../elements/choice.tsx';
import { Field } from '../elements/field.tsx';
import { Form } from '../elements/form.tsx';
import type { PartProps } from './part-props.ts';
import { PartButtons } from './part-buttons.tsx';

const ways = ['set', 'shift', 'zone'] as const;
type Way = (typeof ways)[number];

/** The browser's time zones. */
const zones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

/** The date part of the dialog: sets a time, shifts times, or changes their time zone. */
export function DatePart({ count, first, photo, busy, failure, stop, save, cancel }: PartProps): JSX.Element {
  const [way, setWay] = useState<Way>(count === 1 ? 'set' : 'shift');
  const [local, setLocal] = useState(first.taken_at_local.slice(0, 19));
  const [zone, setZone] = useState(photo?.zone ?? '');
  const [shift, setShift] = useState(noShift);
  const [cameraZone, setCameraZone] = useState('');
  const [realZone, setRealZone] = useState('');
  const seconds = secondsOf(shift);
  const changes: Record<Way, FactsChange | null> = {
    set: local === '' ? null : { taken_at_local: local, zone: zone.trim() || null },
    shift: seconds === null ? null : { shift_by: seconds },
    zone:
      cameraZone.trim() && realZone.trim() ? { zone_change: { from: cameraZone.trim(), to: realZone.trim() } } : null,
  };
  const change = changes[way];
  const isDecided = photo === null || photo.edited.includes('time');
  return (
    <Form
      submit={() => {
        if (change) save(change);
      }}
      busy={busy}
      failure={failure}
      stop={stop}
      buttons={
        <PartButtons
          count={count}
          cancel={cancel}
          disabled={change === null}
          back={
            isDecided
              ? () => {
                  save({ taken_at_local: null });
                }
              : undefined
          }
        />
      }
    >
      <Choice
        label={words.howDate}
        name="way"
        options={ways.map((value) => ({ value, label: words.ways[value] }))}
        value={way}
        set={setWay}
      />
      {way === 'set' && (
        <>
          <div class="field">
            <label for="field-local">{words.dateAndTime}</label>
            <input
              id="field-local"
              type="datetime-local"
              step={1}
              required
              value={local}
              onInput={({ currentTarget }) => {
                setLocal(currentTarget.value);
              }}
            />
          </div>
          <ZoneField label={words.zone} name="zone" hint={words.zoneHint} value={zone} set={setZone} />
        </>
      )}
      {way === 'shift' && <ShiftFields shift={shift} set={setShift} />}
      {way === 'zone' && (
        <>
          <ZoneField
            label={words.cameraZone}
            name="from"
            hint={words.zoneExample}
            value={cameraZone}
            set={setCameraZone}
          />
          <ZoneField label={words.realZone} name="to" value={realZone} set={setRealZone} />
        </>
      )}
      <datalist id="all-zones">
        {zones().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Form>
  );
}

function ShiftFields({ shift, set }: { shift: TypedShift; set: (shift: TypedShift) => void }): JSX.Element {
  return (
    <>
      <Choice
        label={words.direction}
        name="direction"
        options={[
          { value: 'later', label: words.later },
          { value: 'earlier', label: words.earlier },
        ]}
        value={shift.direction}
        set={(direction) => {
          set({ ...shift, direction });
        }}
      />
      <div class="facts-span">
        {(['days', 'hours', 'minutes', 'seconds'] as const).map((unit) => (
          <Field
            key={unit}
            label={words[unit]}
            name={unit}
            type="number"
            inputmode="numeric"
            autocomplete="off"
            optional
            min={0}
            value={shift[unit]}
            set={(typed) => {
              set({ ...shift, [unit]: typed });
            }}
          />
        ))}
      </div>
      <p class="facts-hint">{words.shiftHint}</p>
    </>
  );
}

interface ZoneFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

function ZoneField({ label, name, hint, value, set }: ZoneFieldProps): JSX.Element {
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      {hint && <p id={`hint-${name}`}>{hint}</p>}
      <input
        id={`field-${name}`}
        list="all-zones"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={64}
        aria-describedby={hint && `hint-${name}`}
        value={value}
        onInput={({ currentTarget }) => {
          set(currentTarget.value);
        }}
      />
    </div>
  );
}
