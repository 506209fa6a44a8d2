import '../../styles/panel/form.css';
import type { ComponentChildren, JSX } from 'preact';
import { text } from '../../strings/index.ts';

interface FormProps {
  readonly submit: () => void;
  readonly failure: string | null;
  readonly children: ComponentChildren;
  /** The form's buttons. */
  readonly buttons: ComponentChildren;
}

/** A form with its fields, the last error, and its buttons. */
export function Form({ submit, failure, children, buttons }: FormProps): JSX.Element {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <p class="failure" role="alert">
        {failure}
      </p>
      <div class="buttons">{buttons}</div>
    </form>
  );
}

interface SubmitOrCancelProps {
  /** The label of the submit button. */
  readonly submit: string;
  readonly disabled: boolean;
  readonly cancel: () => void;
  /** Whether submitting is not the main action of the page. */
  readonly isQuiet?: boolean;
}

/** Submit and cancel buttons. */
export function SubmitOrCancel({ submit, disabled, cancel, isQuiet = false }: SubmitOrCancelProps): JSX.Element {
  return (
    <>
      <button class="button quiet" type="button" onClick={cancel}>
        {text.cancel}
      </button>
      <button class={isQuiet ? 'button' : 'button primary'} type="submit" disabled={disabled}>
        {submit}
      </button>
    </>
  );
}
