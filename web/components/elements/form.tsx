import '../../styles/panel/form.css';
import type { ComponentChildren, JSX, Ref } from 'preact';
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../strings/index.ts';
import { FormState } from './form-state.ts';

interface FormProps {
  readonly submit: () => void;
  /** Whether it is being submitted. */
  readonly busy: boolean;
  readonly failure: string | null;
  /** Stops submitting, which is done in parts; null if that is not possible. */
  readonly stop?: (() => void) | null;
  readonly children: ComponentChildren;
  /** The form's buttons. */
  readonly buttons: ComponentChildren;
  readonly form?: Ref<HTMLFormElement>;
}

/** A form with its fields, the last error, and its buttons. */
export function Form({ submit, busy, failure, stop = null, children, buttons, form = null }: FormProps): JSX.Element {
  const failureId = useId();
  return (
    <FormState.Provider value={{ busy, failureId, stop }}>
      <form
        ref={form}
        class="form"
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) submit();
        }}
      >
        {children}
        <div class="form-end">
          <Failure id={failureId} why={failure} />
          <div class="buttons">{buttons}</div>
        </div>
      </form>
    </FormState.Provider>
  );
}

/** Why a form could not be submitted, brought into view. */
function Failure({ id, why }: { id: string; why: string | null }): JSX.Element {
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (why !== null) element.current?.scrollIntoView({ block: 'nearest' });
  }, [why]);
  return (
    <p ref={element} id={id} class="failure" role="alert">
      {why}
    </p>
  );
}

interface SubmitButtonProps {
  readonly label: string;
  /** The label while the form is being submitted. */
  readonly busyLabel?: string;
  readonly disabled?: boolean;
  /** Whether submitting is not the main action of the page. */
  readonly isQuiet?: boolean;
}

/** The button that submits a form. */
export function SubmitButton({ label, busyLabel, disabled = false, isQuiet = false }: SubmitButtonProps): JSX.Element {
  const { busy } = useContext(FormState);
  const button = useRef<HTMLButtonElement>(null);
  const isDisabled = disabled && !busy;
  useLayoutEffect(() => {
    if (isDisabled && document.activeElement === button.current) focusHeadingAbove(button.current);
  }, [isDisabled]);
  return (
    // While the form is being submitted, the button is not `disabled`: it would lose the focus.
    <button
      ref={button}
      class={isQuiet ? 'button' : 'button primary'}
      type="submit"
      disabled={isDisabled}
      aria-disabled={busy || undefined}
    >
      {busy ? (busyLabel ?? text.underWay(label)) : label}
    </button>
  );
}

/** For a button that can no longer be pressed, as nothing is left to save: a field would open the keyboard of a phone. */
function focusHeadingAbove(button: HTMLButtonElement | null): void {
  const heading = button?.closest('section, dialog')?.querySelector('h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

interface SubmitOrCancelProps {
  /** The label of the submit button. */
  readonly submit: string;
  readonly disabled?: boolean;
  readonly cancel: () => void;
  readonly isQuiet?: boolean;
}

/**
 * Submit and cancel buttons. While the form is being submitted, nothing can be cancelled: the button only closes it, or stops
 * what is done in parts.
 */
export function SubmitOrCancel({ submit, cancel, ...rest }: SubmitOrCancelProps): JSX.Element {
  const { busy, stop } = useContext(FormState);
  return (
    <>
      <button class="button quiet" type="button" onClick={busy && stop ? stop : cancel}>
        {busy ? (stop ? text.stop : text.close) : text.cancel}
      </button>
      <SubmitButton label={submit} {...rest} />
    </>
  );
}
