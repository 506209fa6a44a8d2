import type { HealthReason } from '../../contract.ts';
import type { StoreCondition } from '../driver.ts';
import { StoreError } from '../driver.ts';

/** The store is not in the expected state: the scan ends without changing the journal. `message` is for people. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly reason: HealthReason;

  constructor(reason: HealthReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The condition of a bridge that has just started. */
export const notScannedYet = badCondition(
  'unreachable',
  'The bridge has just started and has not scanned the store yet.',
);

/** The condition of the store after an error of a scan; undefined if the error does not concern the store. */
export function conditionAfter(error: unknown): StoreCondition | undefined {
  if (error instanceof StoreFault) return badCondition(error.reason, error.message);
  return error instanceof StoreError ? badCondition(reasonOf(error), error.message) : undefined;
}

/** A driver that requires a mount adds its own reason to the error. */
function reasonOf(error: StoreError): HealthReason {
  if (error.code === 'wrong_key' || error.code === 'unsupported') return error.code;
  return 'reason' in error && error.reason === 'not_mounted' ? 'not_mounted' : 'unreachable';
}

/** The condition of a store that cannot be used. */
export function badCondition(reason: HealthReason, detail: string): StoreCondition {
  const isLocked = reason === 'wrong_key' || reason === 'logged_out';
  return { reachable: isLocked, loggedIn: !isLocked, reason, detail };
}
