import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Face, Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { namePerson } from '../../actions/people-questions.ts';
import { text } from '../../strings/index.ts';
import '../../styles/people.css';
import { PersonCombobox } from './person-combobox.tsx';

interface FaceNameProps {
  readonly face: Face;
  /** Whether it gets the focus at once. */
  readonly focused?: boolean;
  /** Called when a name was given, or the field was left. */
  readonly done?: () => void;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

/** Asks for the person of a face, with completion from known names; new names are accepted. */
export function FaceName({ face, focused = false, done = () => undefined, children }: FaceNameProps): JSX.Element {
  const app = useApp();
  const { api, toasts, viewer } = app;
  const question = useRef<HTMLDivElement>(null);

  /** @returns whether the face has the name now; if not, the field stays */
  const take = async (assignee: Person | string): Promise<boolean> => {
    try {
      const unnamed = face.person_id === null ? null : await api.people.get(face.person_id);
      if (unnamed) {
        // All faces of an unnamed person are named at once.
        const isNamed = await namePerson(app, unnamed, typeof assignee === 'string' ? assignee : (assignee.name ?? ''));
        if (isNamed) done();
        // Also where the new name could not be read, or somebody else was faster.
        await viewer.faces.reloadSoon();
        return isNamed;
      }
      const { name, others, undo } = await viewer.faces.assign(face, assignee);
      const displayName = name ?? text.unnamedPerson;
      toasts.say(others === 0 ? text.named(displayName) : text.namedWithOthers(displayName, others), undo);
      done();
      return true;
    } catch (error) {
      toasts.fail(error);
      return false;
    }
  };
  return (
    <div
      ref={question}
      class="name-face"
      onFocusOut={({ target, currentTarget, relatedTarget }) => {
        // The buttons beside the field belong to it; the field itself notices when it is left.
        if (target instanceof HTMLInputElement || isIn(currentTarget, relatedTarget)) return;
        done();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        done();
      }}
    >
      <PersonCombobox
        label={text.nameFace}
        autofocus={focused}
        {...(face.person_id !== null && { besides: face.person_id })}
        choose={take}
        create={take}
        leave={(to) => {
          if (!isIn(question.current, to)) done();
        }}
      />
      {face.source_name !== null && (
        <button
          class="button its-name"
          type="button"
          // The field keeps the focus until the click: without it, the form would close first.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => void take(face.source_name ?? '')}
        >
          <bdi>{text.itIs(face.source_name)}</bdi>
        </button>
      )}
      {children}
    </div>
  );
}

function isIn(question: Element | null, target: EventTarget | null): boolean {
  return target instanceof Node && question?.contains(target) === true;
}
