import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';
import { useSaving } from '../hooks/saving.ts';

interface TripFormProps {
  readonly title: string;
  readonly submit: string;
  readonly disabled?: boolean;
  readonly run: () => Promise<void>;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A form about a trip: it stays open and shows the error if saving fails. */
export function TripForm({ title, submit, disabled = false, run, close, children }: TripFormProps): JSX.Element {
  const { dialog } = useApp();
  const { busy, failure, make } = useSaving(close);
  // Disables the shortcuts of the page behind it.
  useEffect(() => {
    dialog.value = { is: 'question' };
    return () => {
      dialog.value = null;
    };
  }, []);
  return (
    <Dialog label={title} close={close}>
      <h2>{title}</h2>
      <Form
        submit={() => void make(run)}
        busy={busy}
        failure={failure}
        buttons={<SubmitOrCancel submit={submit} disabled={disabled} cancel={close} />}
      >
        {children}
      </Form>
    </Dialog>
  );
}
