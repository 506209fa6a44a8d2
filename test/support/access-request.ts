import type { SignedIn } from './access-house.ts';

/** A request that succeeds for every user who has access. */
export interface GoodRequest {
  readonly path: string;
  /** Sent as JSON, or as a form if it is one. */
  readonly body?: unknown;
  /** The cookie of a sign-in that waits for its code, if that grants access to the route. */
  readonly cookie?: string;
  /** Default: 200. */
  readonly status?: number;
  /** Replaces the sender's own token if the request ends their session or changes their account. */
  readonly token?: string;
  /** Gets the successful response, if the next request depends on it. */
  readonly learn?: (answer: string) => void;
}

/** Prepares and returns the request. @param as its sender */
export type MakeRequest = (as: SignedIn) => GoodRequest | Promise<GoodRequest>;

/** Requests without parameters or bodies. */
export function plain(...routes: string[]): Record<string, MakeRequest> {
  return Object.fromEntries(routes.map((route) => [route, () => ({ path: route.slice(route.indexOf('/')) })]));
}
