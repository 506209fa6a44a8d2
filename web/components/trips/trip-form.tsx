import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';

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
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Disables the shortcuts of the page behind it.
  useEffect(() => {
    dialog.value = { is: 'question' };
    return () => {
      dialog.value = null;
    };
  }, []);
  const answer = async (): Promise<void> => {
    setBusy(true);
    try {
      await run();
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog label={title} close={close}>
      <h2>{title}</h2>
      <Form
        submit={() => void answer()}
        failure={failure}
        buttons={<SubmitOrCancel submit={submit} disabled={disabled || busy} cancel={close} />}
      >
        {children}
      </Form>
    </Dialog>
  );
}
