import { DomainError } from '../domain/errors.ts';
import { LoanSpent } from '../media/video/source-tap.ts';
import { isSourceError } from '../plugin-api/errors.ts';

/** Called with what a photo source must not do with a photo, and what happened, for the log. */
export type OnSourceFault = (uid: string, error: unknown, message: string) => void;

/** Where a photo source went wrong, for the log. */
type Where = 'opening' | 'reading' | 'archiving';

const messages: Readonly<Record<Where, string>> = {
  opening: 'a photo source did not open a photo, and threw no SourceError',
  reading: 'a photo source failed while a photo was read: the photo breaks off',
  archiving: 'a photo source failed while a photo was read for a ZIP: the photo is incomplete there',
};

/**
 * Tells a fault of a photo source. Errors of the contract are none, nor is a reader that has enough or has left.
 * @param signal of the read
 */
export function tellSourceFault(
  onFault: OnSourceFault | undefined,
  error: unknown,
  { uid, where, signal }: { readonly uid: string; readonly where: Where; readonly signal: AbortSignal },
): void {
  if (signal.aborted || isSourceError(error) || error instanceof DomainError || error instanceof LoanSpent) return;
  onFault?.(uid, error, messages[where]);
}

/** Another number of bytes than the photo source announced. The message is for admins. */
export class WrongLength extends Error {
  constructor({ announced, came }: { readonly announced: number; readonly came: number }) {
    const amount = came > announced ? `more than the ${announced} bytes` : `${came} bytes of the ${announced}`;
    super(`The photo source sent ${amount} that it announced`);
  }
}
