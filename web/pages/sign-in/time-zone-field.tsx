import type { JSX } from 'preact';
import { words } from '../../strings/first-start/index.ts';

interface TimeZoneFieldProps {
  /** IANA name. */
  readonly value: string;
  readonly set: (zone: string) => void;
}

/** The time zone of photos without one of their own; the browser's by default. */
export function TimeZoneField({ value, set }: TimeZoneFieldProps): JSX.Element {
  const supported = Intl.supportedValuesOf('timeZone');
  const zones = supported.includes(value) ? supported : [value, ...supported];
  return (
    <div class="field">
      <label for="field-time-zone">{words.timeZone}</label>
      <p id="hint-time-zone">{words.timeZoneHint}</p>
      <select
        id="field-time-zone"
        name="time-zone"
        aria-describedby="hint-time-zone"
        value={value}
        onChange={({ currentTarget }) => {
          set(currentTarget.value);
        }}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </div>
  );
}
