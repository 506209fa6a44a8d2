import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PhotoRule } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/albums/index.ts';
import { Choice } from '../elements/choice.tsx';
import { Icon } from '../elements/icon.tsx';
import { PersonCombobox } from '../people/person-combobox.tsx';
import { RuleChip, RuleLine } from './named-list.tsx';

interface RulePeopleProps {
  readonly rule: PhotoRule;
  readonly change: (part: PhotoRule) => void;
}

/** The people of a rule: photos with all of them, or with any of them. */
export function RulePeople({ rule, change }: RulePeopleProps): JSX.Element {
  const { api } = useApp();
  const people = rule.people ?? [];
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const [isAdding, setIsAdding] = useState(false);
  const learn = (id: number, name: string | null): void => {
    setNames((previous) => new Map([...previous, [id, name ?? text.unnamedPerson]]));
  };
  useEffect(() => {
    for (const id of people) {
      if (names.has(id)) continue;
      // A person who no longer exists is still part of the rule and can be removed from it.
      api.people.get(id).then(
        ({ name }) => {
          learn(id, name);
        },
        () => {
          learn(id, null);
        },
      );
    }
  }, [people.join()]);
  return (
    <>
      <RuleLine label={words.people}>
        {people.map((id) => (
          <RuleChip
            key={id}
            label={names.get(id) ?? '…'}
            remove={() => {
              change({ people: people.filter((other) => other !== id) });
            }}
          />
        ))}
        {isAdding ? (
          <PersonCombobox
            label={words.addPerson}
            autofocus
            leave={() => {
              setIsAdding(false);
            }}
            choose={({ id, name }) => {
              learn(id, name);
              setIsAdding(false);
              if (!people.includes(id)) change({ people: [...people, id] });
            }}
          />
        ) : (
          <button
            class="chip"
            type="button"
            onClick={() => {
              setIsAdding(true);
            }}
          >
            <Icon name="plus" /> {words.addPerson}
          </button>
        )}
      </RuleLine>
      {people.length > 1 && (
        <Choice
          label={words.people}
          name="any-person"
          value={rule.any_person ? 'any' : 'all'}
          set={(value) => {
            change({ any_person: value === 'any' });
          }}
          options={[
            { value: 'all', label: words.allPeople },
            { value: 'any', label: words.anyPerson },
          ]}
        />
      )}
    </>
  );
}
