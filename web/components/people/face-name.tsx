import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Face, Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { giveName } from '../../actions/people-questions.ts';
import { text } from '../../strings/index.ts';
import '../../styles/people.css';
import { PersonCombobox } from './person-combobox.tsx';

interface FaceNameProps {
  readonly face: Face;
  /** It takes the keys as soon as it shows. */
  readonly focused?: boolean;
  /** Somebody was named, or nobody after all. */
  readonly done?: () => void;
  /** What else can be said of it. */
  readonly children?: ComponentChildren;
}

/** Asks whose a face is: completes the names of known people, and takes new ones. */
export function FaceName({ face, focused = false, done = () => undefined, children }: FaceNameProps): JSX.Element {
  const app = useApp();
  const { api, toasts, viewer } = app;
  const question = useRef<HTMLDivElement>(null);

  const take = async (whose: Person | string): Promise<void> => {
    done();
    try {
      const unnamed = face.person_id === null ? null : await api.people.get(face.person_id);
      if (unnamed) {
        // All their faces are named at once.
        await giveName(app, unnamed, typeof whose === 'string' ? whose : (whose.name ?? ''));
        await viewer.faces.reload();
        return;
      }
      const { name, others, undo } = await viewer.faces.assign(face, whose);
      const said = name ?? text.unnamedPerson;
      toasts.say(others === 0 ? text.named(said) : text.namedWithOthers(said, others), undo);
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <div
      ref={question}
      class="name-face"
      onFocusOut={({ target, currentTarget, relatedTarget }) => {
        // What stands beside the field belongs to the same question; the field knows by itself when it is left.
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
        choose={(person) => void take(person)}
        create={(name) => void take(name)}
        leave={(to) => {
          if (!isIn(question.current, to)) done();
        }}
      />
      {face.source_name !== null && (
        <button
          class="button its-name"
          type="button"
          // The field keeps the focus until the button has been clicked: without it the question would close.
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
