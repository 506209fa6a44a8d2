import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Whether all of `names` are texts in base64url. */
const haveTexts = (value: Json, names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string' && /^[\w-]+$/.test(value[name]));

/** Whether a value has the shape of a browser's signature by a passkey. */
export function isAssertion(value: unknown): value is AuthenticationResponseJSON {
  if (!isObject(value) || !isObject(value['response']) || !haveTexts(value, ['id', 'rawId'])) return false;
  const { userHandle } = value['response'];
  if (userHandle !== undefined && typeof userHandle !== 'string') return false;
  return haveTexts(value['response'], ['clientDataJSON', 'authenticatorData', 'signature']);
}

/** Whether a value has the shape of a new passkey. */
export function isRegistration(value: unknown): value is RegistrationResponseJSON {
  if (!isObject(value) || !isObject(value['response']) || !haveTexts(value, ['id', 'rawId'])) return false;
  return haveTexts(value['response'], ['clientDataJSON', 'attestationObject']);
}

/** The challenge that a response claims to answer, base64url; empty if there is none. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    return isObject(clientData) && typeof clientData['challenge'] === 'string' ? clientData['challenge'] : '';
  } catch {
    return '';
  }
}
