import type { App } from '../app.ts';

/** Starts the visit. The banner or the page reports a failure. */
export function beginVisit({ entry, session, toasts }: App): void {
  entry
    .begin()
    .then(() => {
      // If linking an account failed, the user is signed in anyway.
      const refusal = entry.refusal.peek();
      if (session.user && refusal !== null) toasts.fail(new Error(refusal));
    })
    .catch(() => undefined);
}
