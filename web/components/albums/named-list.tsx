import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/albums/index.ts';
import { Icon } from '../elements/icon.tsx';

/** A part of a rule: what it is about, and what was chosen of it. */
export function RuleLine({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  const id = useId();
  return (
    <section class="rule-line" aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      <div class="rule-values">{children}</div>
    </section>
  );
}

/** Something that was chosen, to be taken out again. */
export function RuleChip({ label, remove }: { label: string; remove: () => void }): JSX.Element {
  return (
    <button class="chip" type="button" aria-label={words.remove(label)} title={words.remove(label)} onClick={remove}>
      <bdi>{label}</bdi>
      <Icon name="close" />
    </button>
  );
}

interface NamedListProps {
  readonly label: string;
  /** What is typed. */
  readonly hint: string;
  readonly values: readonly string[];
  readonly set: (values: string[]) => void;
  /** Names that are offered. */
  readonly known?: readonly string[];
  /** What a name is called in the language of the visit. */
  readonly shown?: (name: string) => string;
}

/** Names that are typed one by one, completed by those that are there. */
export function NamedList(props: NamedListProps): JSX.Element {
  const { label, hint, values, set, known = [] } = props;
  const shown = props.shown ?? ((name: string): string => name);
  const id = useId();
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const name = typed.trim();
    if (name === '') return;
    const exact = known.find((one) => one.toLocaleLowerCase() === name.toLocaleLowerCase()) ?? name;
    if (!values.includes(exact)) set([...values, exact]);
    setTyped('');
  };
  return (
    <RuleLine label={label}>
      {values.map((value) => (
        <RuleChip
          key={value}
          label={shown(value)}
          remove={() => {
            set(values.filter((other) => other !== value));
          }}
        />
      ))}
      <span class="rule-add">
        <input
          list={`${id}-known`}
          aria-label={hint}
          placeholder={hint}
          autocomplete="off"
          maxLength={200}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '') return;
            event.preventDefault();
            add();
          }}
          // What stands there when the form is left was meant.
          onBlur={add}
        />
        <datalist id={`${id}-known`}>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button class="round" type="button" aria-label={`${text.add}: ${hint}`} onClick={add}>
          <Icon name="plus" />
        </button>
      </span>
    </RuleLine>
  );
}
