import type { ChangedKey, Encryption, NewRecoveryKey, Ok, OwnProof } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

const path = '/api/admin/encryption';

/** Routes for encryption and its keys, for admins. */
export class EncryptionRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  state(stop?: AbortSignal): Promise<Encryption> {
    return this.#client.call('GET', path, { stop });
  }

  /** Starts encrypting the library, which is locked until that is complete. */
  turnOn(passphrase: string, proof: OwnProof): Promise<NewRecoveryKey> {
    return this.#client.call('POST', path, { body: { passphrase, ...proof }, isGivenOnce: true });
  }

  addPassphrase(name: string, passphrase: string, proof: OwnProof): Promise<ChangedKey> {
    return this.#add({ kind: 'passphrase', name, passphrase, ...proof });
  }

  /** Replaces the recovery key; the old one is invalid then. */
  renewRecoveryKey(proof: OwnProof): Promise<ChangedKey> {
    return this.#add({ kind: 'recovery', ...proof });
  }

  changePassphrase(id: string, passphrase: string, proof: OwnProof): Promise<ChangedKey> {
    return this.#client.call('PUT', `${path}/slots/${id}`, { body: { passphrase, ...proof } });
  }

  remove(id: string, body: OwnProof): Promise<Ok> {
    return this.#client.call('DELETE', `${path}/slots/${id}`, { body });
  }

  /** Locks the library until a user unlocks it. */
  lock(): Promise<Ok> {
    return this.#client.call('POST', '/api/admin/lock');
  }

  #add(body: object): Promise<ChangedKey> {
    return this.#client.call('POST', `${path}/slots`, { body, isGivenOnce: true });
  }
}
