import { createContext } from 'preact';

/** What the fields and buttons of a form know of it. */
interface FormState {
  /** Whether it is being submitted. */
  readonly busy: boolean;
  /** Id of the element with the error of the last attempt; null outside a form. */
  readonly failureId: string | null;
  /** Stops what is being done; null if that is not possible. */
  readonly stop: (() => void) | null;
}

export const FormState = createContext<FormState>({ busy: false, failureId: null, stop: null });
