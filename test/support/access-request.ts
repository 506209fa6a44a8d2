import type { SignedIn } from './access-house.ts';

/** A request that succeeds for whoever may make it. */
export interface GoodRequest {
  readonly path: string;
  /** Sent as JSON, or as the form that it is. */
  readonly body?: unknown;
  /** Of a sign-in that waits for its code, where that is what opens the route. */
  readonly cookie?: string;
  /** 200 when absent. */
  readonly status?: number;
  /** In place of the asker's own token, where the request ends their session or changes their account. */
  readonly token?: string;
  /** Told the good answer, where the next request goes on from it. */
  readonly learn?: (answer: string) => void;
}

/** Makes what the request needs, and then the request. @param as who is going to send it */
export type MakeRequest = (as: SignedIn) => GoodRequest | Promise<GoodRequest>;

/** Requests for routes whose path says all. */
export function plain(...routes: string[]): Record<string, MakeRequest> {
  return Object.fromEntries(routes.map((route) => [route, () => ({ path: route.slice(route.indexOf('/')) })]));
}
