import type { JSX } from 'preact';
import type { Person } from '../../../core/http/wire.ts';
import { hidePersonForMe } from '../../actions/own-hidden-actions.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';
import { useSaving } from '../hooks/saving.ts';

/** Asks before a person is hidden from the signed-in user, with all photos of that person. */
export function HideForMe({ person, close }: { person: Person; close: () => void }): JSX.Element {
  const app = useApp();
  const { busy, failure, make } = useSaving(close);
  const title = text.ownHidden.askPerson(person.name ?? text.unnamedPerson);
  return (
    <Dialog label={title} close={close}>
      <h2>{title}</h2>
      <Form
        submit={() => void make(() => hidePersonForMe(app, person))}
        busy={busy}
        failure={failure}
        buttons={<SubmitOrCancel submit={text.ownHidden.hide} cancel={close} />}
      >
        <p>{text.ownHidden.askPersonBody(person.photo_count)}</p>
      </Form>
    </Dialog>
  );
}
