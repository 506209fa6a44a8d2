import type { JSX } from 'preact';
import type { Person } from '../../../core/http/wire.ts';
import { text } from '../../strings/index.ts';
import { PersonCombobox } from './person-combobox.tsx';

interface NamingFieldProps {
  readonly create: (name: string) => void;
  readonly choose: (person: Person) => void;
  /** A person who is not suggested, because the field is about that person. */
  readonly besides?: number;
}

/** The field that names the visible face or group; the focus then returns to the queue. */
export function NamingField({ create, choose, besides }: NamingFieldProps): JSX.Element {
  return (
    <div class="face-name">
      <PersonCombobox
        label={text.typeName}
        {...(besides !== undefined && { besides })}
        create={(name) => {
          create(name);
          leave();
        }}
        choose={(person) => {
          choose(person);
          leave();
        }}
      />
      <kbd aria-hidden="true">n</kbd>
    </div>
  );
}

function leave(): void {
  (document.activeElement as HTMLElement | null)?.blur();
}
