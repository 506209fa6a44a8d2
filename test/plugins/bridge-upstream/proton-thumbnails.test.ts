import { expect } from 'chai';
import type { TimeLimits } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/time-limits.ts';
import type { ErrorAnswer, TimelineAnswer } from '../../../plugins/bridge-upstream/contract.ts';
import type { RigAnswer } from '../../support/bridge-rig.ts';
import { ProtonRig } from '../../support/proton-rig.ts';
import { smallPhotos } from '../../support/small-photos.ts';
import { until } from '../../support/until.ts';

const codeOf = ({ json }: RigAnswer): string => (json as unknown as ErrorAnswer).code;

const background = { priority: 'u=6' };

describe('thumbnails of a bridge in front of proton-faces', function () {
  let rig: ProtonRig;
  let pictures: Buffer[];

  const asked = (): number => rig.upstream.asked(/thumbnails/);
  const uidOf = (path: string): string => rig.upstream.library.of(path).uid;
  const ofUid = (uid: string, headers = {}, size = 512): Promise<RigAnswer> =>
    rig.get(`/photos/${uid}/thumbnail?size=${size}`, headers);
  const thumbnail = (path: string, headers = {}): Promise<RigAnswer> => ofUid(uidOf(path), headers);

  before(async () => {
    pictures = [...(await smallPhotos(3)).values()];
  });
  beforeEach(async () => {
    rig = new ProtonRig();
    for (let i = 0; i < 3; i += 1) rig.upstream.library.put(`none-${i}.heic`, Buffer.from(`no preview ${i}`));
    pictures.forEach((bytes, i) => rig.upstream.library.put(`${i}.jpg`, bytes));
    await rig.ready();
  });
  afterEach(() => rig.close());

  /** Adds more photos than one request contains. @returns their uids in the order of the timeline */
  const putMany = async (count: number): Promise<string[]> => {
    for (let i = 0; i < count; i += 1) rig.upstream.library.put(`many-${i}.jpg`, pictures[i % 3] ?? Buffer.alloc(0));
    await rig.list();
    const { items } = (await rig.get('/timeline?limit=1000')).json as unknown as TimelineAnswer;
    return items.map(({ uid }) => uid);
  };

  const beginAnew = async (limits: Partial<TimeLimits>): Promise<void> => {
    await rig.stop();
    rig.limits = { ...rig.limits, ...limits };
    await rig.ready();
  };

  it('are read from the folder, with their actual type, and requested once', async () => {
    const all = await Promise.all(['0.jpg', '1.jpg', '2.jpg'].map((name) => thumbnail(name)));
    expect(all.map(({ status, headers }) => [status, headers['content-type']])).to.deep.equal(
      all.map(() => [200, 'image/jpeg']),
    );
    const before = asked();
    await thumbnail('0.jpg');
    expect(asked()).to.equal(before);
  });

  it('that Proton does not have are no_thumbnail, and not requested again', async () => {
    expect(codeOf(await thumbnail('none-0.heic'))).to.equal('no_thumbnail');
    expect(codeOf(await thumbnail('none-0.heic'))).to.equal('no_thumbnail');
    expect(codeOf(await ofUid(uidOf('0.jpg'), {}, 1920))).to.equal('no_thumbnail');
    expect(asked()).to.equal(1);
  });

  it('fail for now if a response omits them, or reports an error', async () => {
    const { thumbnailsLeftOut, thumbnails } = rig.upstream.faults;
    thumbnailsLeftOut.add(uidOf('0.jpg'));
    thumbnails.set(uidOf('1.jpg'), 'Upstream error (ref 4f2a)');
    for (const name of ['0.jpg', '1.jpg']) expect(codeOf(await thumbnail(name))).to.equal('upstream_error');
    thumbnailsLeftOut.clear();
    thumbnails.clear();
    for (const name of ['0.jpg', '1.jpg']) expect((await thumbnail(name)).status).to.equal(200);
  });

  for (const what of ['link', 'half', 'text'] as const) {
    it(`are no_thumbnail if the folder keeps an unusable file (${what})`, async () => {
      rig.plant(uidOf('0.jpg'), what);
      expect(codeOf(await thumbnail('0.jpg'))).to.equal('no_thumbnail');
      expect(codeOf(await thumbnail('0.jpg'))).to.equal('no_thumbnail');
      expect(asked()).to.equal(1);
      expect((await thumbnail('1.jpg')).status).to.equal(200);
    });
  }

  it('for background requests are requested thirty at a time, with those that come next', async () => {
    const uids = await putMany(60);
    for (let i = 0; i < uids.length; i += 3) {
      await Promise.all(uids.slice(i, i + 3).map((uid) => ofUid(uid, background)));
    }
    const questions = rig.upstream.requests.filter(({ what }) => what.includes('thumbnails'));
    expect(questions.map(({ photos }) => photos)).to.deep.equal([30, 30, 6]);
  });

  it('for background requests arrive even if Proton fails on those that come next, or does not respond', async () => {
    await beginAnew({ question: 2000 });
    const [first = '', second = '', third = '', fourth = ''] = await putMany(4);
    const { poison, thumbnailsHang } = rig.upstream.faults;
    poison.add(second);
    thumbnailsHang.add(fourth);
    for (const uid of [first, third]) expect((await ofUid(uid, background)).status).to.equal(200);
    expect(codeOf(await ofUid(second, background))).to.equal('upstream_error');
    expect(codeOf(await ofUid(fourth, background))).to.equal('upstream_timeout');
  });

  it('for interactive requests arrive while others hang', async () => {
    await beginAnew({ patience: 4000 });
    for (const name of ['0.jpg', '1.jpg']) rig.upstream.faults.thumbnailsHang.add(uidOf(name));
    const hanging = [thumbnail('0.jpg', background), thumbnail('1.jpg')];
    await until(() => rig.upstream.pending(/thumbnails/) === 2);
    expect((await thumbnail('2.jpg')).status).to.equal(200);
    expect(rig.upstream.pending(/thumbnails/)).to.equal(2);
    expect((await Promise.all(hanging)).map(codeOf)).to.deep.equal(['upstream_timeout', 'upstream_timeout']);
  });
});
