import type { SignInSubject } from '../sign-in.ts';
import type { TokenScope } from '../token-scope.ts';
import type { Problem } from './problem.ts';
import { isWording } from './wording.ts';

export const tokenScopes: readonly TokenScope[] = ['library', 'shares', 'server', 'server-write'];

export const isTokenScope = (value: unknown): boolean => (tokenScopes as readonly unknown[]).includes(value);

/** A route or page of a plugin: cookies of plugins are only sent there. */
const ownPath = /^\/plugins(\/[A-Za-z0-9._~@-]+){2,}$/;

/** The problem with a sign-in, whose methods were checked before; null if there is none. */
export function signInProblem(signIn: Readonly<Record<string, unknown>>): Problem | null {
  const { button, bearer } = signIn;
  if (button === undefined && bearer === undefined) {
    return ['provides a sign-in that signs nobody in', 'give it a button, or `bearer`'];
  }
  const odd = ['provesSecondFactor', 'linksByItself'].find(
    (name) => !['undefined', 'boolean'].includes(typeof signIn[name]),
  );
  if (odd !== undefined) {
    return [`provides a sign-in whose ${odd} is not true or false`, 'leave it out or make it one of them'];
  }
  return button === undefined ? null : buttonProblem(button);
}

function buttonProblem(button: unknown): Problem | null {
  const { label, start } = (typeof button === 'object' && button !== null ? button : {}) as Record<string, unknown>;
  if (!isWording(label)) {
    return ['provides a sign-in whose button has no label', 'give it a text, or `{ en, de, fr }`'];
  }
  if (typeof start !== 'string' || !ownPath.test(start)) {
    const value = typeof start === 'string' ? JSON.stringify(start) : typeof start;
    return [`provides a sign-in whose button starts at ${value}`, 'begin at a route of the plugin’s own'];
  }
  return null;
}

/** The data that the server stores about a person at a service. @throws Error for texts that it does not accept */
export function checkedSubject({ subject, name }: Pick<SignInSubject, 'subject' | 'name'>): {
  subject: string;
  name: string;
} {
  return { subject: checkedText(subject, 500), name: checkedText(name, 200) };
}

function checkedText(text: unknown, longest: number): string {
  if (typeof text === 'string' && text !== '' && text.length <= longest && !/\p{Cc}/u.test(text)) return text;
  throw new Error(`subject and name are texts of 1 to ${longest} characters on one line.`);
}
