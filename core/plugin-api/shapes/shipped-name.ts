import type { Problem } from './problem.ts';

/**
 * The plugins that are included with the server, loaded or not. State and folders belong to a name, so these are reserved.
 */
export const shippedNames: readonly string[] = [
  ...['api-keys', 'auth-oidc', 'auth-totp', 'auth-webauthn', 'backup', 'backup-remote', 'bridge-upstream'],
  ...['demo-source', 'ml-nats', 'ml-onnx', 'takeout-source', 'vectors-local', 'webhooks'],
];

/** The problem with the name of a plugin that is not included; null if there is none. */
export function shippedNameProblem(name: string): Problem | null {
  if (!shippedNames.includes(name)) return null;
  return [`calls itself ${name}, as a plugin that comes with the server`, 'give it another name'];
}
