import type { ChangedKey, Encryption, NewRecoveryKey, Ok, OwnProof } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

const path = '/api/admin/encryption';

/** Whether the library is encrypted, and what opens it; for admins. */
export class EncryptionRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  state(stop?: AbortSignal): Promise<Encryption> {
    return this.#client.call('GET', path, { stop });
  }

  /** Encrypts the library: it is locked from then on until that is done. */
  turnOn(passphrase: string, proof: OwnProof): Promise<NewRecoveryKey> {
    return this.#client.call('POST', path, { body: { passphrase, ...proof } });
  }

  addPassphrase(name: string, passphrase: string, proof: OwnProof): Promise<ChangedKey> {
    return this.#add({ kind: 'passphrase', name, passphrase, ...proof });
  }

  /** The recovery key before it opens nothing any more. */
  renewRecoveryKey(proof: OwnProof): Promise<ChangedKey> {
    return this.#add({ kind: 'recovery', ...proof });
  }

  changePassphrase(id: string, passphrase: string, proof: OwnProof): Promise<ChangedKey> {
    return this.#client.call('PUT', `${path}/slots/${id}`, { body: { passphrase, ...proof } });
  }

  remove(id: string, body: OwnProof): Promise<Ok> {
    return this.#client.call('DELETE', `${path}/slots/${id}`, { body });
  }

  /** Nobody sees anything of the library until somebody unlocks it. */
  lock(): Promise<Ok> {
    return this.#client.call('POST', '/api/admin/lock');
  }

  #add(body: object): Promise<ChangedKey> {
    return this.#client.call('POST', `${path}/slots`, { body });
  }
}
