import type { JSX } from 'preact';
import type { Person } from '../../../core/http/wire.ts';
import { namePerson } from '../../actions/people-questions.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { PersonCombobox } from './person-combobox.tsx';

/** The field that names a person, in place of the name. */
export function PersonNaming({ person }: { person: Person }): JSX.Element {
  const app = useApp();
  const { naming } = app.people;
  const leave = (): void => {
    if (naming.peek() === person.id) naming.value = null;
  };
  const give = async (name: string | null): Promise<boolean> => {
    const isNamed = name === null || name === person.name || (await namePerson(app, person, name));
    if (isNamed) leave();
    return isNamed;
  };
  return (
    <PersonCombobox
      label={text.nameLabel}
      initial={person.name ?? ''}
      autofocus
      besides={person.id}
      leave={leave}
      create={give}
      choose={({ name }) => give(name)}
    />
  );
}
