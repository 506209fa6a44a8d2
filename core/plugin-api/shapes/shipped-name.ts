import type { Problem } from './problem.ts';

/** The plugins that come with the server, loaded or not. State and folders belong to a name, so no other plugin may have one. */
export const shippedNames: readonly string[] = [
  ...['api-keys', 'auth-oidc', 'auth-totp', 'auth-webauthn', 'backup', 'backup-remote', 'bridge-upstream'],
  ...['demo-source', 'ml-onnx', 'takeout-source', 'vectors-local', 'webhooks'],
];

/** What is wrong with the name of a plugin that did not come with the server; null when nothing is. */
export function shippedNameProblem(name: string): Problem | null {
  if (!shippedNames.includes(name)) return null;
  return [`calls itself ${name}, as a plugin that comes with the server`, 'give it another name'];
}
