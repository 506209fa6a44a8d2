import { expect } from 'chai';
import { withScanRig } from '../../support/scan-rig.ts';
import { until } from '../../support/until.ts';

const YEAR = 365 * 86_400_000;

describe('files that are being written', () => {
  it('are read once they are the same in two scans at least five seconds apart', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'half', rig.clock.wall);
      await rig.scan();
      expect(rig.timeline().size).to.equal(0);
      rig.clock.pass(4000);
      rig.store.put('a.jpg', 'whole photo', rig.clock.wall);
      await rig.scan();
      rig.clock.pass(4000);
      await rig.scan();
      expect(rig.timeline().size, 'seen for four seconds as it is').to.equal(0);
      rig.clock.pass(1000);
      await rig.scan();
      expect(rig.node('a.jpg').size).to.equal(11);
    }));

  it('do not delay others', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'half', rig.clock.wall);
      rig.store.put('b.jpg', 'old');
      await rig.scan();
      expect([...rig.nodes().keys()]).to.deep.equal(['b.jpg']);
    }));

  it('keep their previous state until they stop changing', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      await rig.scan();
      const before = rig.node('a.jpg');
      rig.store.put('a.jpg', 'tw', rig.clock.wall);
      await rig.scan();
      expect(rig.node('a.jpg')).to.deep.equal(before);
      rig.clock.pass(5000);
      await rig.scan();
      expect(rig.node('a.jpg').rev).not.to.equal(before.rev);
    }));

  it('wait if they change while they are read', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'half');
      rig.store.afterRead = () => {
        rig.store.put('a.jpg', 'whole');
        rig.store.afterRead = () => undefined;
      };
      await rig.scan();
      expect(rig.timeline().size).to.equal(0);
      rig.clock.pass(5000);
      await rig.scan();
      expect(rig.node('a.jpg').size).to.equal(5);
    }));

  it('with a time in the future are read once they stop changing', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'from tomorrow', rig.clock.wall + 86_400_000);
      await rig.scan();
      expect(rig.timeline().size).to.equal(0);
      rig.clock.pass(5000);
      await rig.scan();
      expect(rig.timeline().size).to.equal(1);
    }));

  it('with impossible times are at the ends of the timeline, which can be read completely', () =>
    withScanRig(async (rig) => {
      rig.store.put('never.jpg', 'never', 1e20);
      rig.store.put('before.jpg', 'before', -1e20);
      rig.store.put('now.jpg', 'now');
      await rig.scan();
      rig.clock.pass(5000);
      await rig.scan();
      expect(rig.timeline(1).size).to.equal(3);
      for (const { captureTime, modifiedTime } of rig.nodes().values()) {
        expect(new Date(captureTime * 1000).getTime()).to.be.a('number').and.not.NaN;
        expect(new Date(modifiedTime * 1000).getTime()).to.be.a('number').and.not.NaN;
      }
    }));

  for (const [name, jump] of [
    ['forwards', YEAR],
    ['backwards', -YEAR],
  ] as const) {
    it(`neither wait for ever nor are read too early if the clock jumps ${name}`, () =>
      withScanRig(async (rig) => {
        await rig.scan();
        rig.store.put('seen.jpg', 'half', rig.clock.wall);
        await rig.scan();
        rig.clock.wall += jump;
        rig.store.put('unseen.jpg', 'half', rig.clock.wall - jump);
        rig.clock.pass(1000);
        await rig.scan();
        expect(rig.timeline().size, 'one second after the first look').to.equal(0);
        rig.clock.pass(5000);
        await rig.scan();
        expect(rig.timeline().size).to.equal(2);
      }));
  }

  it('may be the renamed file of a photo, which keeps its uid', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      rig.store.put('b.jpg', 'another');
      await rig.scan();
      const { uid } = rig.node('a.jpg');
      const cursor = rig.cursor();
      rig.store.put('c.jpg', 'one', rig.clock.wall);
      rig.store.remove('a.jpg');
      await rig.scan();
      expect(rig.changes(cursor)).to.deep.equal([]);
      rig.clock.pass(5000);
      await rig.scan();
      expect(rig.node('c.jpg').uid).to.equal(uid);
    }));

  it('are soon scanned again automatically', function () {
    return withScanRig(async (rig) => {
      rig.clock.now = Date.now;
      rig.clock.monotonic = () => performance.now();
      rig.store.put('a.jpg', 'one', Date.now());
      await rig.scan();
      expect(rig.timeline().size).to.equal(0);
      await until(() => rig.timeline().size === 1, 30);
    });
  });
});
