import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** One try after another to have a form accepted. */
export interface Attempts {
  readonly busy: boolean;
  /** Why the last try failed, in a sentence for people. */
  readonly failure: string | null;
  /** The field to type into once more. */
  readonly field: RefObject<HTMLInputElement>;
  /** Makes a try, unless another one is under way. Answers the error of a try that failed. */
  readonly make: (step: () => Promise<void>) => Promise<unknown>;
  /** The failure is told no longer. */
  readonly forget: () => void;
}

/** @param focused the field has the focus at first */
export function useAttempts({ focused = false } = {}): Attempts {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // The state is as old as the last drawing; a code that submits itself and the Enter key come faster than that.
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
