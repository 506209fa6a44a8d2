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
export const notScannedYet: StoreCondition = {
  reachable: false,
  loggedIn: true,
  reason: 'unreachable',
  detail: 'The bridge has just started and has not scanned the store yet.',
};

/** The condition of the store after an error of a scan; undefined if the error does not concern the store. */
export function conditionAfter(error: unknown): StoreCondition | undefined {
  if (error instanceof StoreFault) return condition(error.reason, error.message);
  if (!(error instanceof StoreError)) return undefined;
  switch (error.code) {
    case 'wrong_key':
    case 'unsupported':
      return condition(error.code, error.message);
    default:
      return condition(reasonOf(error), error.message);
  }
}

/** A driver that requires a mount adds its own reason to the error. */
const reasonOf = (error: StoreError): HealthReason =>
  'reason' in error && error.reason === 'not_mounted' ? 'not_mounted' : 'unreachable';

const condition = (reason: HealthReason, detail: string): StoreCondition => ({
  reachable: reason === 'wrong_key',
  loggedIn: reason !== 'wrong_key',
  reason,
  detail,
});
