import type { PluginState } from 'photofinch/plugin-api';

/** The stored second factor of one user. */
export interface Enrolment {
  /** The encrypted shared secret. */
  readonly sealed: string;
  /** Whether a first code has confirmed that the app has the secret; until then, the factor is off. */
  readonly confirmed: boolean;
  /** The last time step for which a code was accepted. */
  readonly usedStep: number;
  /** Hashes of the unused recovery codes. */
  readonly recovery: readonly string[];
}

const keyOf = (userId: number): string => `user ${userId}`;
const allKey = 'users';

/** The second factors of all users. Reads and writes are synchronous, so that nothing changes between them. */
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

  /** Ids of all users who are enrolled, or have started to enrol. */
  users(): number[] {
    return JSON.parse(this.#state.get(allKey) ?? '[]') as number[];
  }

  #setUsers(ids: readonly number[]): void {
    this.#state.set(allKey, JSON.stringify(ids));
  }
}
