import type { FakeBridge, Tamper } from '../../support/fake-bridge.ts';
import type { FakeAnswer, FakeRequest } from '../../support/fake-bridge-exchange.ts';

/** What is wrong, the behaviours that the kit must find missing, and how the wrong comes into a fake bridge. */
export type Exhibit = readonly [what: string, missing: readonly string[], spoil: (bridge: FakeBridge) => void];

type Json = Record<string, unknown>;

/** Lets bearers of something else in. */
function lettingIn(isLetIn: (header: string | undefined, token: string, request: FakeRequest) => boolean) {
  return (bridge: FakeBridge): void => {
    bridge.tamper = (request, next) => {
      const authorization = `Bearer ${bridge.token}`;
      const isIn = isLetIn(request.headers.authorization, bridge.token, request);
      return next(isIn ? { ...request, headers: { ...request.headers, authorization } } : request);
    };
  };
}

/** Changes the answers to requests whose method and path fit. */
export function answering(which: RegExp, change: (answer: FakeAnswer, request: FakeRequest) => FakeAnswer) {
  return (bridge: FakeBridge): void => {
    bridge.tamper = async (request, next) => {
      const answer = await next(request);
      return which.test(`${request.method} ${request.path}`) ? change(answer, request) : answer;
    };
  };
}

/** Changes the JSON of good answers. */
export function telling(which: RegExp, change: (json: Json, request: FakeRequest) => Json) {
  return answering(which, (answer, request) =>
    answer.status === 200 ? { ...answer, body: change(structuredClone(answer.body) as Json, request) } : answer,
  );
}

/** Changes the requests before they are answered. */
export function hearing(change: (request: FakeRequest) => FakeRequest) {
  return (bridge: FakeBridge): void => {
    const tamper: Tamper = (request, next) => next(change(request));
    bridge.tamper = tamper;
  };
}

export function lacking<T extends object>(json: T, name: keyof T): Omit<T, keyof T> & T {
  const copy = { ...json };
  Reflect.deleteProperty(copy, name);
  return copy;
}

export const each = (json: Json, list: string, change: (item: Json) => Json): Json => ({
  ...json,
  [list]: (json[list] as Json[]).map(change),
});

export const brokenAccess: readonly Exhibit[] = [
  [
    'lets anybody in who says nothing',
    ['refuses every route without a token', 'does not take the token from the address'],
    lettingIn((header) => header === undefined),
  ],
  [
    'examines the length of the token alone',
    ['refuses every route with a wrong token'],
    lettingIn((header, token) => header?.length === token.length + 'Bearer '.length && header.startsWith('Bearer ')),
  ],
  [
    'compares the token as far as it was sent',
    ['refuses the beginning of the token'],
    lettingIn((header, token) => header !== undefined && header.length > 20 && `Bearer ${token}`.startsWith(header)),
  ],
  [
    'compares the token as far as its own goes',
    ['refuses the token with something after it'],
    lettingIn((header, token) => header?.startsWith(`Bearer ${token}`) ?? false),
  ],
  [
    'takes passwords',
    ['refuses the token in another scheme'],
    lettingIn((header) => header?.startsWith('Basic ') ?? false),
  ],
  [
    'takes a token without a scheme',
    ['refuses the token without a scheme'],
    lettingIn((header, token) => header === token),
  ],
  [
    'takes the token from the address',
    ['does not take the token from the address'],
    lettingIn((_header, token, { query }) => query.get('token') === token),
  ],
  [
    'calls writes unknown',
    ['refuses to write, whatever the route'],
    answering(/^(PUT|PATCH|DELETE) /, (answer) => ({
      ...answer,
      status: 404,
      body: { code: 'not_found', detail: 'No.', retryable: false },
    })),
  ],
  [
    'takes a delete for a read',
    ['refuses to write, whatever the route'],
    answering(/^DELETE \/photos/, () => ({ status: 200, headers: {}, body: {} })),
  ],
  [
    'says another version on errors',
    ['says the contract’s version on every answer'],
    answering(/./, (answer) =>
      answer.status < 400 ? answer : { ...answer, headers: { ...answer.headers, 'x-bridge-contract': '2' } },
    ),
  ],
  [
    'answers unknown routes with a page',
    ['answers unknown routes in the form of the contract'],
    answering(/^GET \/(no-such|photos$|albums\/x\/)/, () => ({
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Not found</h1>',
    })),
  ],
  [
    'breaks on broken JSON',
    ['refuses a body that is not JSON, and lives on'],
    answering(/^POST/, (answer, { body }) =>
      body.includes('[') && !body.includes(']') ? { ...answer, status: 500 } : answer,
    ),
  ],
  [
    'prints its stack',
    ['says nothing of its insides in errors'],
    answering(/passwd/, (answer) => ({
      ...answer,
      body: { code: 'not_found', detail: 'Error at read (/srv/bridge/read.js:10:2)', retryable: false },
    })),
  ],
];
