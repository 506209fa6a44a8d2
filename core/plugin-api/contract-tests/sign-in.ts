import assert from 'node:assert/strict';
import type { FakeBrowser } from '../fake-host/fake-browser.ts';
import type { FakeHost } from '../fake-host/fake-host.ts';
import type { FakeAnswer, FakeCall } from '../fake-host/fake-routes.ts';
import type { FakeEntry } from '../fake-host/fake-sign-in.ts';
import type { PluginRoute } from '../plugin-route.ts';
import { isTokenScope, signInProblem } from '../shapes/sign-in.ts';
import type { SignIn, TokenGrant } from '../sign-in.ts';
import { describeContract, neverAborted, skip, type Checks, type Subject } from './suite.ts';

/** The request that the plugin handles with `host.signIn.enter`. */
export interface LastRequest extends Omit<FakeCall, 'browser' | 'cookies' | 'caller'> {
  readonly method: PluginRoute['method'];
  /** Without a query. */
  readonly path: string;
}

/** How people sign in with the button. */
export interface SignInFlow {
  /** The host of the plugin. */
  readonly host: FakeHost;
  /**
   * Signs in as the same person each time, up to the last request, which the tests send themselves. It contains everything
   * that the service sends back: tests also send it from other browsers.
   * @param start the URL of the button, perhaps with `?link=…`
   */
  signIn(browser: FakeBrowser, start: URL): LastRequest | Promise<LastRequest>;
}

export interface SignInSubject extends Subject {
  readonly signIn: SignIn;
  /** For a sign-in with `bearer`: a token of a user, and how to revoke it. */
  readonly token?: { readonly text: string; readonly userId: number; readonly revoke: () => void | Promise<void> };
  /** For a sign-in with a button. */
  readonly flow?: SignInFlow;
}

/** Tests a way to sign in against its contract. */
export function describeSignIn(create: () => SignInSubject | Promise<SignInSubject>): void {
  describeContract('sign-in', create, ({ signIn }) => signIn.close?.(), {
    'as provided': {
      'has a button that starts at one of the plugin’s own routes, or accepts tokens': async ({ signIn }) => {
        await Promise.resolve();
        assert.equal(signInProblem(signIn as Readonly<Record<string, unknown>>), null);
      },
    },
    'with a button': buttonChecks,
    'with tokens': tokenChecks,
  });
}

const buttonChecks: Checks<SignInSubject> = {
  'starts for people who are not signed in': async ({ signIn, flow }) => {
    if (!signIn.button) skip('It has no button.');
    assert.ok(flow, 'a sign-in with a button needs a `flow` for its tests: return it to describeSignIn');
    assert.equal(
      flow.host.provided('sign-in'),
      signIn,
      'signIn must be the sign-in that the plugin provides to the host of its flow',
    );
    for (const query of [{}, { link: 'user 7' }]) {
      const route = flow.host.routes.find(({ method, path }) => method === 'GET' && path === signIn.button?.start);
      if (!route) return; // The start is a page: the host has already rejected one that does not exist.
      const { status } = await flow.host.browser().call('GET', signIn.button.start, { query });
      assert.ok(status < 400, `the start of the button responds with ${status}`);
    }
  },

  'signs in the same person with the same subject each time': async (subject) => {
    const flow = flowOf(subject);
    const [first, second] = [await signedIn(flow, subject), await signedIn(flow, subject)];
    assert.equal(first.subject, second.subject, 'the subject of a person must be the same at each sign-in');
    assert.equal(first.link, undefined, 'without ?link= at the start, `link` of `enter` must be undefined');
  },

  'links the account of the user who started it with ?link=': async (subject) => {
    const flow = flowOf(subject);
    if (subject.signIn.linksByItself) skip('It links accounts by itself.');
    const entry = await signedIn(flow, subject, 'user 7');
    assert.equal(entry.link, 'user 7', '`link` of `enter` must be the text of ?link= at the start');
  },

  'does not sign in a browser that did not start it': async (subject) => {
    const flow = flowOf(subject);
    const browser = flow.host.browser();
    const request = await flow.signIn(browser, startOf(subject));
    await entersNobody(flow, () => send(flow.host.browser(), request), 'without a cookie');
    const other = flow.host.browser();
    await flow.signIn(other, startOf(subject));
    await entersNobody(flow, () => send(other, request), 'with the cookies of another sign-in');
    // A site on a sibling domain can set cookies of the plugin, but not the server's own.
    const { cookies } = browser;
    await entersNobody(flow, () => send(flow.host.browser(), request, cookies), 'with planted cookies');
  },

  'signs in only once if the last request is repeated': async (subject) => {
    const flow = flowOf(subject);
    const browser = flow.host.browser();
    const request = await flow.signIn(browser, startOf(subject));
    const { cookies } = browser;
    await send(browser, request);
    await entersNobody(flow, () => send(browser, request, cookies), 'when the request is repeated');
  },
};

const send = (browser: FakeBrowser, { method, path, ...call }: LastRequest, cookies = {}): Promise<FakeAnswer> =>
  browser.call(method, path, { ...call, cookies });

function flowOf({ signIn, flow }: SignInSubject): SignInFlow {
  if (!signIn.button || !flow) skip('There is no button, or no flow to test it with.');
  return flow;
}

function startOf({ signIn }: SignInSubject, link?: string): URL {
  const start = new URL(signIn.button?.start ?? '', 'http://photos.test');
  if (link !== undefined) start.searchParams.set('link', link);
  return start;
}

async function signedIn(flow: SignInFlow, subject: SignInSubject, link?: string): Promise<FakeEntry> {
  const browser = flow.host.browser();
  const before = flow.host.entries.length;
  const { status } = await send(browser, await flow.signIn(browser, startOf(subject, link)));
  const [entry, ...further] = flow.host.entries.slice(before);
  assert.ok(
    entry && further.length === 0,
    `the last request must sign in exactly one person; it responds with ${status}`,
  );
  return entry;
}

async function entersNobody(
  flow: SignInFlow,
  request: () => Promise<FakeAnswer>,
  circumstances: string,
): Promise<void> {
  const before = flow.host.entries.length;
  const { status } = await request();
  assert.equal(flow.host.entries.length, before, `someone is signed in ${circumstances}`);
  assert.ok(status >= 300 && status < 500, `${circumstances}, the status must be 3xx or 4xx, not ${status}`);
}

const tokenChecks: Checks<SignInSubject> = {
  'returns the user of a token': async (subject) => {
    if (!subject.signIn.bearer && !subject.token) skip('It accepts no tokens.');
    assert.ok(subject.token, 'a sign-in with `bearer` needs a `token` for its tests: return it to describeSignIn');
    assert.equal((await grantOf(subject)).userId, subject.token.userId);
  },

  'names a token without revealing it': async (subject) => {
    const { name } = await grantOf(subject);
    assert.match(name, /^[^\p{Cc}\p{Cf}]{1,100}$/u);
    assert.ok(
      !name.includes(subject.token?.text ?? ''),
      'the name must not contain the token, because it is written to the audit trail',
    );
  },

  'returns the epoch of the user of a token': async (subject) => {
    const { epoch } = await grantOf(subject);
    assert.ok(Number.isSafeInteger(epoch), 'epoch must be the result of host.signIn.epochOf');
  },

  'grants only existing roles and scopes': async (subject) => {
    const { role, scopes } = await grantOf(subject);
    assert.ok(role === undefined || ['read', 'write', 'admin'].includes(role), String(role));
    assert.ok(scopes === undefined || (Array.isArray(scopes) && scopes.every(isTokenScope)), String(scopes));
  },

  'returns null for an unknown token instead of throwing': async ({ signIn, token }) => {
    if (!signIn.bearer) skip('It accepts no tokens.');
    const text = token?.text ?? '';
    const wrongTokens = ['', 'x', text.slice(0, -1), `${text}x`, text.toUpperCase() + '=', 'A'.repeat(4096)];
    for (const other of wrongTokens.filter((candidate) => candidate !== text)) {
      assert.equal(await signIn.bearer(other, { signal: neverAborted() }), null, JSON.stringify(other.slice(0, 20)));
    }
  },

  'returns null for a revoked token': async (subject) => {
    if (!subject.token) skip('There is no token to test it with.');
    await subject.token.revoke();
    assert.equal(await subject.signIn.bearer?.(subject.token.text, { signal: neverAborted() }), null);
  },
};

async function grantOf({ signIn, token }: SignInSubject): Promise<TokenGrant> {
  if (!token) skip('There is no token to test it with.');
  const grant = await signIn.bearer?.(token.text, { signal: neverAborted() });
  assert.ok(grant, 'a sign-in with tokens needs `bearer`, which must return a grant for a valid token');
  return grant;
}
