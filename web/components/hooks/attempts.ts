import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** The attempts to submit a form. */
export interface Attempts {
  readonly busy: boolean;
  /** Why the last attempt failed, for people. */
  readonly failure: string | null;
  /** The field that gets the focus after a failure. */
  readonly field: RefObject<HTMLInputElement>;
  /** Submits, unless another attempt is in progress. Resolves with the error of a failed attempt. */
  readonly make: (step: () => Promise<void>) => Promise<unknown>;
  /** Clears the failure. */
  readonly forget: () => void;
}

/** @param focused whether the field has the focus at first */
export function useAttempts({ focused = false } = {}): Attempts {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
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
    try {
      await step();
      return undefined;
    } catch (error) {
      setFailure((error as Error).message);
      field.current?.focus();
      field.current?.select();
      return error;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  const forget = (): void => {
    setFailure(null);
  };
  return { busy, failure, field, make, forget };
}
