import type { PluginState } from 'photofinch/plugin-api';

/** The stored second factor of one user. */
export interface Enrolment {
  /** The shared secret, encrypted. */
  readonly sealed: string;
  /** Whether a first code has confirmed that the app has the secret; until then the factor is off. */
  readonly confirmed: boolean;
  /** The last time step whose code was accepted. */
  readonly usedStep: number;
  /** Hashes of the unused recovery codes. */
  readonly recovery: readonly string[];
}

const keyOf = (userId: number): string => `user ${userId}`;
const allKey = 'users';

/** The second factors of all users. Reads and writes take no promises, so what is read is true until it is written. */
export class Enrolments {
  readonly #state: PluginState;

  constructor(state: PluginState) {
    this.#state = state;
  }

  of(userId: number): Enrolment | undefined {
    const text = this.#state.get(keyOf(userId));
    return text === undefined ? undefined : (JSON.parse(text) as Enrolment);
  }

  set(userId: number, enrolment: Enrolment): void {
    this.#state.set(keyOf(userId), JSON.stringify(enrolment));
    this.#setUsers([...new Set([...this.users(), userId])]);
  }

  delete(userId: number): void {
    this.#state.delete(keyOf(userId));
    this.#setUsers(this.users().filter((id) => id !== userId));
  }

  /** Ids of all users who have begun to enrol, or are enrolled. */
  users(): number[] {
    return JSON.parse(this.#state.get(allKey) ?? '[]') as number[];
  }

  #setUsers(ids: readonly number[]): void {
    this.#state.set(allKey, JSON.stringify(ids));
  }
}
