import type { ComponentChildren, JSX } from 'preact';
import { text } from '../../strings/index.ts';

interface FormProps {
  readonly submit: () => void;
  readonly failure: string | null;
  readonly children: ComponentChildren;
  /** Its buttons. */
  readonly buttons: ComponentChildren;
}

/** Fields, why the last try failed, and the buttons. */
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
  /** What it says on the button that submits. */
  readonly submit: string;
  readonly disabled: boolean;
  readonly cancel: () => void;
  /** Submitting is not what the page is there for. */
  readonly isQuiet?: boolean;
}

/** The buttons of a form that can be left. */
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
