import assert from 'node:assert/strict';
import { isTokenScope, signInProblem } from '../shapes/sign-in.ts';
import type { SignIn, TokenGrant } from '../sign-in.ts';
import { describeContract, quiet, type Checks, type Subject } from './suite.ts';

export interface SignInSubject extends Subject {
  readonly signIn: SignIn;
  /** Of a sign-in with `bearer`: a token that stands for a user, and how it is revoked. */
  readonly token?: { readonly text: string; readonly userId: number; readonly revoke: () => void | Promise<void> };
}

/** Tests a way to sign in against its contract. Routes and what they lead to are tested with the fake host. */
export function describeSignIn(create: () => SignInSubject | Promise<SignInSubject>): void {
  describeContract('sign-in', create, ({ signIn }) => signIn.close?.(), {
    'as it is offered': {
      'has a button that begins at a route of the plugin’s own, or takes tokens': async ({ signIn }) => {
        await Promise.resolve();
        assert.equal(signInProblem(signIn as Readonly<Record<string, unknown>>), null);
      },
    },
    'with tokens': tokenChecks,
  });
}

const tokenChecks: Checks<SignInSubject> = {
  'knows whom a token stands for': async (subject) => {
    const grant = await grantOf(subject);
    if (subject.token) assert.equal(grant?.userId, subject.token.userId);
  },

  'names a token without telling it': async (subject) => {
    const grant = await grantOf(subject);
    if (!subject.token) return;
    assert.match(String(grant?.name), /^[^\p{Cc}\p{Cf}]{1,100}$/u);
    assert.ok(!grant?.name.includes(subject.token.text), 'the name is written into the audit trail');
  },

  'makes a token with the epoch of its user': async (subject) => {
    const grant = await grantOf(subject);
    if (subject.token) assert.ok(Number.isSafeInteger(grant?.epoch), 'epoch is what host.signIn.epochOf answered');
  },

  'grants a role and scopes that there are': async (subject) => {
    const { role, scopes } = (await grantOf(subject)) ?? {};
    assert.ok(role === undefined || ['read', 'write', 'admin'].includes(role), String(role));
    assert.ok(scopes === undefined || (Array.isArray(scopes) && scopes.every(isTokenScope)), String(scopes));
  },

  'knows no token that is not its own, without an error': async ({ signIn, token }) => {
    if (!signIn.bearer) return;
    const text = token?.text ?? '';
    const others = ['', 'x', text.slice(0, -1), `${text}x`, text.toUpperCase() + '=', 'A'.repeat(4096)];
    for (const other of others.filter((one) => one !== text)) {
      assert.equal(await signIn.bearer(other, { signal: quiet() }), null, JSON.stringify(other.slice(0, 20)));
    }
  },

  'knows no token any more that was revoked': async (subject) => {
    await subject.token?.revoke();
    if (subject.token) assert.equal(await grantOf(subject), null);
  },
};

async function grantOf({ signIn, token }: SignInSubject): Promise<TokenGrant | null> {
  if (!token) return null;
  const grant = await signIn.bearer?.(token.text, { signal: quiet() });
  assert.notEqual(grant, undefined, 'a sign-in with tokens has `bearer`, which answers a grant or null');
  return grant ?? null;
}
