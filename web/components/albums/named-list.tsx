import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { knownName } from '../../state/albums/known-name.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/albums/index.ts';
import { Icon } from '../elements/icon.tsx';

/** A line of a rule: its label and its values. */
export function RuleLine({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  const id = useId();
  return (
    <section class="rule-line" aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      <div class="rule-values">{children}</div>
    </section>
  );
}

/** A chosen value, with a button to remove it. */
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
  /** The placeholder. */
  readonly hint: string;
  readonly values: readonly string[];
  readonly set: (values: string[]) => void;
  /** Suggested names. */
  readonly known?: readonly string[];
  /** Translates a place into the language of the page. */
  readonly shown?: (name: string) => string;
}

/** Names entered one by one, with completion from known names. */
export function NamedList(props: NamedListProps): JSX.Element {
  const { label, hint, values, set, known = [] } = props;
  const labelFor = props.shown ?? ((name: string): string => name);
  const id = useId();
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const name = typed.trim();
    if (name === '') return;
    const value = knownName(name, known, props.shown);
    if (!values.includes(value)) set([...values, value]);
    setTyped('');
  };
  return (
    <RuleLine label={label}>
      {values.map((value) => (
        <RuleChip
          key={value}
          label={labelFor(value)}
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
          // Unconfirmed text counts when the field is left.
          onBlur={add}
        />
        <datalist id={`${id}-known`}>
          {known.map((name) => (
            <option key={name} value={labelFor(name)} />
          ))}
        </datalist>
        <button class="icon-button" type="button" aria-label={text.labelled(text.add, hint)} onClick={add}>
          <Icon name="plus" />
        </button>
      </span>
    </RuleLine>
  );
}
