import type { FakeBridge, Tamper } from '../../support/fake-bridge.ts';
import type { FakeAnswer, FakeRequest } from '../../support/fake-bridge-exchange.ts';

/** The fault, the behaviours that the kit must find missing, and how to put the fault into a fake bridge. */
export type Exhibit = readonly [what: string, missing: readonly string[], spoil: (bridge: FakeBridge) => void];

type Json = Record<string, unknown>;

/** Accepts requests with other credentials. */
function lettingIn(isLetIn: (header: string | undefined, token: string, request: FakeRequest) => boolean) {
  return (bridge: FakeBridge): void => {
    bridge.tamper = (request, next) => {
      const authorization = `Bearer ${bridge.token}`;
      const isIn = isLetIn(request.headers.authorization, bridge.token, request);
      return next(isIn ? { ...request, headers: { ...request.headers, authorization } } : request);
    };
  };
}

/** Changes the responses to requests with a matching method and path. */
export function answering(which: RegExp, change: (answer: FakeAnswer, request: FakeRequest) => FakeAnswer) {
  return (bridge: FakeBridge): void => {
    bridge.tamper = async (request, next) => {
      const answer = await next(request);
      return which.test(`${request.method} ${request.path}`) ? change(answer, request) : answer;
    };
  };
}

/** Changes the JSON of successful responses. */
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
    'accepts requests without a token',
    ['rejects requests without a token on every route', 'does not accept the token in the URL'],
    lettingIn((header) => header === undefined),
  ],
  [
    'compares only the length of the token',
    ['rejects requests with a wrong token on every route'],
    lettingIn((header, token) => header?.length === token.length + 'Bearer '.length && header.startsWith('Bearer ')),
  ],
  [
    'accepts the beginning of the token',
    ['rejects the token without its last character'],
    lettingIn((header, token) => header !== undefined && header.length > 20 && `Bearer ${token}`.startsWith(header)),
  ],
  [
    'accepts the token with something after it',
    ['rejects the token with an extra character'],
    lettingIn((header, token) => header?.startsWith(`Bearer ${token}`) ?? false),
  ],
  [
    'accepts Basic authentication',
    ['rejects the token with the Basic scheme'],
    lettingIn((header) => header?.startsWith('Basic ') ?? false),
  ],
  [
    'accepts a token without a scheme',
    ['rejects the token without a scheme'],
    lettingIn((header, token) => header === token),
  ],
  [
    'accepts the token in the URL',
    ['does not accept the token in the URL'],
    lettingIn((_header, token, { query }) => query.get('token') === token),
  ],
  [
    'answers writes with not_found',
    ['rejects write methods on every route'],
    answering(/^(PUT|PATCH|DELETE) /, (answer) => ({
      ...answer,
      status: 404,
      body: { code: 'not_found', detail: 'No.', retryable: false },
    })),
  ],
  [
    'answers DELETE like a read',
    ['rejects write methods on every route'],
    answering(/^DELETE \/photos/, () => ({ status: 200, headers: {}, body: {} })),
  ],
  [
    'states another version in errors',
    ['sends the contract version with every response'],
    answering(/./, (answer) =>
      answer.status < 400 ? answer : { ...answer, headers: { ...answer.headers, 'x-bridge-contract': '2' } },
    ),
  ],
  [
    'answers unknown routes with an HTML page',
    ['answers unknown routes with not_found in the format of the contract'],
    answering(/^GET \/(no-such|photos$|albums\/x\/)/, () => ({
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Not found</h1>',
    })),
  ],
  [
    'fails on malformed JSON',
    ['rejects invalid request bodies, and keeps running'],
    answering(/^POST/, (answer, { body }) =>
      body.includes('[') && !body.includes(']') ? { ...answer, status: 500 } : answer,
    ),
  ],
  [
    'reveals a stack trace',
    ['reveals no internals in errors'],
    answering(/passwd/, (answer) => ({
      ...answer,
      body: { code: 'not_found', detail: 'Error at read (/srv/bridge/read.js:10:2)', retryable: false },
    })),
  ],
];
