import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';

describe('photos of several stores with metered originals', function () {
  let folder: string;
  let home: FarSource;
  let phone: FarSource;
  let rig: IndexerRig;
  let picture: Buffer;
  let preview: Buffer;

  before(async () => {
    picture = await farPicture('olive');
    preview = await previewOf(picture);
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    home = new FarSource();
    phone = new FarSource();
    phone.storeId = 'phone';
    const config = { originalsBudget: 0, workers: 1 };
    rig = new IndexerRig({ folder, source: home, further: [{ plugin: 'phone', source: phone }], config });
    for (const uid of ['a', 'b', 'c', 'd', 'e']) {
      for (const source of [home, phone]) source.putFar(uid, picture, preview);
    }
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  /** The levels of the photos in each store, and the levels that they await. */
  const levels = (): { home: string[]; phone: string[] } => {
    const of = (isPhone: boolean): string[] => [
      ...new Set(
        rig
          .photos()
          .filter(({ uid }) => uid.includes('~') === isPhone)
          .map(({ examined, awaits }) => `${examined} ${awaits}`),
      ),
    ];
    return { home: of(false), phone: of(true) };
  };

  for (const [poor, good, nth] of [
    ['home', 'phone', 'first'],
    ['phone', 'home', 'second'],
  ] as const) {
    const stores = (): { whole: FarSource; cheap: FarSource } =>
      poor === 'home' ? { whole: home, cheap: phone } : { whole: phone, cheap: home };

    it(`have their heads read where ranges are cheap, although the ${nth} store has no cheap ranges`, async () => {
      const { whole, cheap } = stores();
      whole.ranges = false;
      await rig.settle();
      expect(levels()).to.deep.equal({
        [poor]: ['thumbnail original'],
        [good]: ['head original'],
      });
      expect(whole.readAt('head')).to.deep.equal([]);
      expect(cheap.readAt('head')).to.have.length(5);
      whole.ranges = true;
      await rig.settle();
      expect(levels()).to.deep.equal({ home: ['head original'], phone: ['head original'] });
    });

    it(`have their heads read although the ${nth} store has ignored several ranges`, async () => {
      const { whole, cheap } = stores();
      whole.seeks = false;
      await rig.settle();
      expect(levels()).to.deep.equal({
        [poor]: ['thumbnail original'],
        [good]: ['head original'],
      });
      expect(whole.readAt('head')).to.have.length(3);
      expect(cheap.readAt('head')).to.have.length(5);
    });

    it(`are searched for motion parts where ranges are cheap, although the ${nth} store has no cheap ranges`, async () => {
      const { whole } = stores();
      whole.ranges = false;
      await rig.settle();
      // As in an index from before motion parts were searched for.
      rig.db.exec('INSERT INTO motions_due SELECT id FROM photos');
      await rig.settle();
      const due = rig.db.prepare<[], string>('SELECT uid FROM motions_due JOIN photos ON id = photo_id').pluck().all();
      expect(due).to.have.length(5);
      expect(due.every((uid) => uid.includes('~') === (poor === 'phone'))).to.equal(true);
    });
  }
});
