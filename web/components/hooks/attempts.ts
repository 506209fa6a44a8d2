import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ErrorName } from '../../../core/http/wire.ts';
import { ApiError } from '../../api/errors.ts';

/** The attempts to submit a form. */
export interface Attempts {
  readonly busy: boolean;
  /** Why the last attempt failed, for people. */
  readonly failure: string | null;
  /** The field that gets the focus after a failure. */
  readonly field: RefObject<HTMLInputElement>;
  /** The field of the new password, which gets the focus if the server refused the password. */
  readonly password: RefObject<HTMLInputElement>;
  /** Whether the last attempt failed because of the new password. */
  readonly isPasswordRefused: boolean;
  /** Submits, unless another attempt is in progress. Resolves with the error of a failed attempt. */
  readonly make: (step: () => Promise<void>) => Promise<unknown>;
  /** Clears the failure. */
  readonly forget: () => void;
}

/** @param focused whether the field has the focus at first */
export function useAttempts({ focused = false } = {}): Attempts {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isPasswordRefused, setPasswordRefused] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // State is as old as the last render; a code that submits itself and the Enter key may come within one render.
  const underWay = useRef(false);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, []);

  const make = async (step: () => Promise<void>): Promise<unknown> => {
    if (underWay.current) return undefined;
    underWay.current = true;
    setBusy(true);
    setFailure(null);
    setPasswordRefused(false);
    try {
      await step();
      return undefined;
    } catch (error) {
      setFailure((error as Error).message);
      const isRefused = isAboutPassword(error);
      setPasswordRefused(isRefused);
      const wrong = (isRefused ? password.current : null) ?? field.current;
      wrong?.focus();
      wrong?.select();
      return error;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  const forget = (): void => {
    setFailure(null);
  };
  return { busy, failure, field, password, isPasswordRefused, make, forget };
}

const passwordErrors: readonly (ErrorName | null)[] = ['password_too_short', 'password_too_long', 'common_password'];

/** Whether the server refused a new password. */
function isAboutPassword(error: unknown): boolean {
  return error instanceof ApiError && passwordErrors.includes(error.kind);
}
