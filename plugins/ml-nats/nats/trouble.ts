import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { errorCode } from 'photofinch/plugin-api/toolkit';

/** Whether NATS rejects the account, or denies it a permission that is needed. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof errors.AuthorizationError ||
    error instanceof errors.UserAuthenticationExpiredError ||
    error instanceof errors.PermissionViolationError
  );
}

/** Describes an error of the connection to NATS in one sentence that says what to do. @param servers from the settings */
export function natsProblem(error: unknown, servers: readonly string[]): string {
  const at = `NATS at ${servers.join(', ')}`;
  if (error instanceof errors.PermissionViolationError) {
    return `${at} does not allow this account to ${error.operation} ${error.subject}: see docs/workers.md for what it needs.`;
  }
  if (isRefusal(error)) return `${at} refuses the account: check the nkey, credentials, token or user of ML_NATS_….`;
  if (error instanceof Error && error.name === 'JetStreamNotEnabled') {
    return `${at} has no JetStream: switch it on there with jetstream { store_dir: … }.`;
  }
  if (error instanceof JetStreamApiError) {
    return `${at} refuses what the server needs of JetStream (${wordsOf(error)}): see docs/workers.md for how much storage that is.`;
  }
  const code = errorCode(error) || errorCode(causeOf(error));
  if (code === 'ECONNREFUSED') return `${at} refuses connections: start nats-server there, or correct ML_NATS_SERVERS.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${at} has a name that nobody knows: correct ML_NATS_SERVERS.`;
  if (/CERT|SELF_SIGNED|VERIFY|ALTNAME|TLS|SSL/.test(code)) {
    return `${at} has a certificate that is not trusted (${code}): set ML_NATS_CA_FILE to that of its authority.`;
  }
  return `${at} cannot be reached (${code || wordsOf(error)}): check ML_NATS_SERVERS and the network.`;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 200);
}
