import { expect } from 'chai';
import { requiringMount } from '../../../plugins/bridge-upstream/bridge/mount-check.ts';
import { ChangingStore } from '../../support/changing-store.ts';
import { storeErrorFrom, unhurried } from '../../support/driver-reading.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

/** Sets its fingerprint when it opens the store, as gocryptfs does. */
class OpenedByCheck extends ChangingStore {
  override check(): Promise<void> {
    this.fingerprint = 'opened';
    return super.check();
  }
}

describe('a store that must be mounted', () => {
  it('is not opened while nothing is mounted', () =>
    withTempFolder(async (folder) => {
      const driver = requiringMount(new OpenedByCheck(), folder);
      expect(await storeErrorFrom(driver.check(unhurried))).to.include({ code: 'unreachable', reason: 'not_mounted' });
      expect(driver.fingerprint).to.equal('changing-store');
    }));

  it('has the fingerprint that the driver knows after a check', async () => {
    const driver = requiringMount(new OpenedByCheck(), '/');
    await driver.check(unhurried);
    expect(driver.fingerprint).to.equal('opened');
  });
});
