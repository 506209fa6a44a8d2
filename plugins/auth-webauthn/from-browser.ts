import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Whether every one of `names` is a text in base64url. */
const haveTexts = (of: Json, names: readonly string[]): boolean =>
  names.every((name) => typeof of[name] === 'string' && /^[\w-]+$/.test(of[name]));

/** Whether it has the shape of a browser's signature by a passkey. */
export function isAssertion(value: unknown): value is AuthenticationResponseJSON {
  if (!isObject(value) || !isObject(value['response']) || !haveTexts(value, ['id', 'rawId'])) return false;
  const { userHandle } = value['response'];
  if (userHandle !== undefined && typeof userHandle !== 'string') return false;
  return haveTexts(value['response'], ['clientDataJSON', 'authenticatorData', 'signature']);
}

/** Whether it has the shape of a new passkey. */
export function isRegistration(value: unknown): value is RegistrationResponseJSON {
  if (!isObject(value) || !isObject(value['response']) || !haveTexts(value, ['id', 'rawId'])) return false;
  return haveTexts(value['response'], ['clientDataJSON', 'attestationObject']);
}

/** The challenge that an answer claims to be for, base64url; empty when there is none. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    return isObject(said) && typeof said['challenge'] === 'string' ? said['challenge'] : '';
  } catch {
    return '';
  }
}
