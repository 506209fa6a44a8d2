import type { ComponentChildren, JSX } from 'preact';

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
