import '../../styles/people.css';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Person } from '../../../core/http/wire.ts';
import { mergePeople } from '../../actions/people-questions.ts';
import { useApp } from '../../app.ts';
import { proposedTarget } from '../../state/people/people-edits.ts';
import { text } from '../../strings/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { FacePicture } from './face-picture.tsx';
import { HideForMe } from './hide-for-me.tsx';
import { PastMerges } from './past-merges.tsx';
import { PersonCombobox } from './person-combobox.tsx';

/** Dialogs before a merge or before somebody is hidden, and the list of past merges. */
export function PeopleDialog(): JSX.Element | null {
  const { dialog, people } = useApp();
  const question = people.question.value;
  if (dialog.value?.is !== 'people' || !question) return null;
  if (question.is === 'hide-for-me') {
    return (
      <HideForMe
        person={question.person}
        close={() => {
          dialog.value = null;
          people.question.value = null;
        }}
      />
    );
  }
  if (question.is === 'past-merges') return <PastMerges />;
  if (question.is === 'merge') return <PickedOnes people={question.people} />;
  if (question.is === 'merge-into') return <Another person={question.person} />;
  return <SameName person={question.person} holder={question.holder} />;
}

function PickedOnes({ people }: { people: readonly Person[] }): JSX.Element {
  const [into, setInto] = useState(proposedTarget(people));
  const title = text.mergeTitle(people.length);
  return (
    <Question title={title} hint={text.mergeHint} merge={into && { people, into }} confirm={text.mergePicked}>
      <fieldset class="merge-choice">
        <legend>{text.mergeKeep}</legend>
        {people.map((person) => (
          <label key={person.id}>
            <input
              type="radio"
              name="merge-into"
              checked={person === into}
              autofocus={person === into}
              onChange={() => {
                setInto(person);
              }}
            />
            <Portrait person={person} />
          </label>
        ))}
      </fieldset>
    </Question>
  );
}

function SameName({ person, holder }: { person: Person; holder: Person }): JSX.Element {
  const name = holder.name ?? '';
  return (
    <Question
      title={text.sameNameTitle(name)}
      hint={text.sameNameHint}
      merge={{ people: [person], into: holder }}
      confirm={text.sameNameYes}
      refuse={text.sameNameNo}
    >
      <div class="merge-pair">
        <Portrait person={person} />
        <Portrait person={holder} />
      </div>
    </Question>
  );
}

function Another({ person }: { person: Person }): JSX.Element {
  const [into, setInto] = useState<Person | null>(null);
  const title = person.name === null ? text.whoIsThis : text.mergeIntoTitle(person.name);
  const confirm = into ? text.mergeConfirm(into.name ?? text.unnamedPerson) : text.mergePicked;
  return (
    <Question title={title} hint={text.mergeHint} merge={into && { people: [person], into }} confirm={confirm}>
      {into ? (
        <div class="merge-pair">
          <Portrait person={person} />
          <Portrait person={into} />
        </div>
      ) : (
        <PersonCombobox
          label={text.findPeople}
          autofocus
          besides={person.id}
          choose={(other) => {
            setInto(other);
          }}
        />
      )}
    </Question>
  );
}

function Question(props: {
  title: string;
  hint: string;
  /** The merge to confirm; absent until a person is chosen. */
  merge: { people: readonly Person[]; into: Person } | null | undefined;
  confirm: string;
  refuse?: string;
  children: JSX.Element;
}): JSX.Element {
  const app = useApp();
  const { merge } = props;
  const confirm = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(!merge);
  // Before the first paint, so that the next key reaches the button.
  useLayoutEffect(() => {
    // The field that had the focus is removed once a person is chosen.
    if (merge && wasOpen.current) confirm.current?.focus();
    wasOpen.current = !merge;
  }, [!merge]);
  const close = (): void => {
    app.dialog.value = null;
    app.people.question.value = null;
  };
  const agree = async (): Promise<void> => {
    if (!merge) return;
    close();
    try {
      await mergePeople(app, merge.people, merge.into);
    } catch (error) {
      app.toasts.fail(error);
    }
  };
  return (
    <Dialog label={props.title} close={close}>
      <form
        class="people-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void agree();
        }}
      >
        <h2>{props.title}</h2>
        {props.children}
        <p>{props.hint}</p>
        <div class="buttons">
          <button class="button quiet" type="button" onClick={close}>
            {props.refuse ?? text.cancel}
          </button>
          <button class="button primary" type="submit" ref={confirm} disabled={!merge}>
            {props.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Portrait({ person }: { person: Person }): JSX.Element {
  return (
    <span class="portrait">
      <FacePicture url={person.cover_url} />
      <bdi>{person.name ?? text.unnamedPerson}</bdi>
      <small>{text.photos(person.photo_count)}</small>
    </span>
  );
}
