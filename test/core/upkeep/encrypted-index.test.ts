import { expect } from 'chai';
import { checkIntegrity } from '../../../core/upkeep/integrity.ts';
import { quiet } from '../../support/backup-rig.ts';
import { withHouse } from '../../support/encrypted-house.ts';

describe('an encrypted index', () => {
  it('is verified by the integrity checks like any other', () =>
    withHouse(async (house) => {
      const options = { limit: 600, signal: quiet(), encryption: house.keys.index };
      const report = await checkIntegrity(house.index, options);
      expect(report.damaged).to.deep.equal([]);
      expect(report.checked).to.equal(report.of).and.to.be.greaterThan(20);
    }));
});
