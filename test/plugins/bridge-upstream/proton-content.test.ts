import { expect } from 'chai';
import type { ErrorAnswer } from '../../../plugins/bridge-upstream/contract.ts';
import type { RigAnswer } from '../../support/bridge-rig.ts';
import { sha1Of } from '../../support/proton-library.ts';
import { ProtonRig } from '../../support/proton-rig.ts';
import { until } from '../../support/until.ts';

const codeOf = ({ json }: RigAnswer): string => (json as unknown as ErrorAnswer).code;

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `${String(i).padStart(2, '0')}.jpg`);

describe('photos of a bridge in front of proton-faces', function () {
  let rig: ProtonRig;

  beforeEach(async () => {
    rig = new ProtonRig();
    for (const name of names(8)) rig.upstream.library.put(name, Buffer.from(`bytes of ${name}`));
    await rig.upstream.start();
  });
  afterEach(() => rig.close());

  describe('originals', () => {
    beforeEach(async () => {
      await rig.ready();
    });

    it('have their length and sha1, even if the upstream states neither', async () => {
      const { status, headers, body } = await rig.full('01.jpg');
      expect([status, body.toString()]).to.deep.equal([200, 'bytes of 01.jpg']);
      expect(headers['content-length']).to.equal(String(body.length));
      expect(headers['x-content-sha1']).to.equal(sha1Of(body));
    });

    it('are served in parts from one download', async () => {
      const part = await rig.full('01.jpg', { range: 'bytes=6-7' });
      expect([part.status, part.body.toString()]).to.deep.equal([206, 'of']);
      await rig.full('01.jpg', { range: 'bytes=0-4' });
      expect(rig.upstream.asked(/GET \/photo\/01/)).to.equal(1);
    });

    it('of videos are downloaded once, whatever parts are requested', async () => {
      const bytes = Buffer.alloc(300_000, 'video');
      rig.upstream.library.put('clip.mp4', bytes);
      await rig.list();
      const parts = await Promise.all(
        ['bytes=0-9', 'bytes=299990-', 'bytes=150000-150009', 'bytes=0-'].map((range) =>
          rig.full('clip.mp4', { range }),
        ),
      );
      expect(parts.map(({ status }) => status)).to.deep.equal([206, 206, 206, 206]);
      expect(parts[1]?.body).to.deep.equal(bytes.subarray(299_990));
      expect(rig.upstream.asked(/GET \/photo\/clip/)).to.equal(1);
    });

    it('with a wrong sha1 in the upstream are served, and that sha1 is dropped', async () => {
      rig.upstream.library.put('wrong.jpg', Buffer.from('right bytes'), { sha1: 'a'.repeat(40) });
      await rig.list();
      expect((await rig.node('wrong.jpg')).sha1).to.equal('a'.repeat(40));
      const { status, body } = await rig.full('wrong.jpg');
      expect([status, body.toString()]).to.deep.equal([200, 'right bytes']);
      const { sha1, rev, errors } = await rig.node('wrong.jpg');
      expect({ sha1, rev, fields: errors.map(({ field }) => field) }).to.deep.equal({
        ...{ sha1: null, rev: 'a'.repeat(40), fields: ['sha1'] },
      });
    });

    it('that are truncated, fail, hang or are deleted are never complete, and the error says why', async () => {
      const { faults, library } = rig.upstream;
      faults.downloads
        .set('00.jpg', 'is-cut')
        .set('01.jpg', 'fails')
        .set('02.jpg', 'hangs')
        .set('03.jpg', 'has-no-room');
      const gone = library.of('04.jpg').uid;
      library.photos.delete(gone);
      const answers = await Promise.all([
        ...['00.jpg', '01.jpg', '03.jpg'].map((name) => rig.full(name)),
        rig.get(`/photos/${gone}/full`),
      ]);
      expect(answers.map((answer) => [answer.status, codeOf(answer)])).to.deep.equal(
        answers.map(() => [502, 'upstream_error']),
      );
      expect((answers[3]?.json as unknown as ErrorAnswer).detail).to.match(/no longer has/);
      expect(codeOf(await rig.full('02.jpg'))).to.equal('upstream_timeout');
      expect((await rig.full('05.jpg')).status).to.equal(200);
      expect((await rig.health()).reachable).to.equal(true);
    });

    it('above the size limit are rejected, and their download is stopped', async () => {
      rig.upstream.library.put('huge.jpg', Buffer.alloc(2 ** 20 + 1));
      await rig.list();
      const answer = await rig.full('huge.jpg');
      expect((answer.json as unknown as ErrorAnswer).detail).to.match(/BRIDGE_MAX_PICTURE/);
      expect((await rig.full('05.jpg')).status).to.equal(200);
    });

    it('are refused with 429 if the upstream is busy', async () => {
      rig.upstream.faults.busy = true;
      const answer = await rig.full('01.jpg');
      expect([answer.status, answer.headers['retry-after']]).to.deep.equal([429, '1']);
    });

    it('for background requests leave a place for interactive ones', async () => {
      const { faults } = rig.upstream;
      faults.downloads.set('00.jpg', 'hangs').set('01.jpg', 'hangs');
      const ask = (name: string): Promise<RigAnswer> => rig.full(name, { priority: 'u=6' });
      const background = ['00.jpg', '01.jpg'].map(ask);
      await until(() => rig.upstream.asked(/photo\/0[01]/) === 2);
      background.push(ask('02.jpg'));
      expect((await rig.full('05.jpg')).status).to.equal(200);
      expect(rig.upstream.asked(/photo\/02/)).to.equal(0);
      expect((await Promise.all(background)).map(({ status }) => status)).to.deep.equal([504, 504, 200]);
    });

    it('are downloaded at once if an interactive request is for one that is queued in the background', async () => {
      const { faults } = rig.upstream;
      faults.downloads.set('00.jpg', 'hangs').set('01.jpg', 'hangs');
      const ask = (name: string): Promise<RigAnswer> => rig.full(name, { priority: 'u=6' });
      const background = ['00.jpg', '01.jpg'].map(ask);
      await until(() => rig.upstream.pending(/photo\/0[01]/) === 2);
      background.push(ask('02.jpg'));
      expect((await rig.full('02.jpg')).status).to.equal(200);
      expect(rig.upstream.pending(/photo\/0[01]/)).to.equal(2);
      await Promise.all(background);
    });

    it('are reported with a remedy if all downloads hang, until one succeeds', async () => {
      const hanging = names(4);
      for (const name of hanging) rig.upstream.faults.downloads.set(name, 'hangs');
      await Promise.all(hanging.map((name, i) => rig.full(name, i < 2 ? { priority: 'u=6' } : {})));
      expect((await rig.health()).detail).to.match(/restart the bridge of proton-faces/);
      await rig.full('05.jpg');
      expect((await rig.health()).detail).to.equal(undefined);
    });

    it('leave the upstream a place, even if clients disconnect early', async () => {
      const { library, faults } = rig.upstream;
      faults.leaksPlaces = true;
      for (let i = 0; i < 12; i += 1) library.put(`large-${i}.jpg`, Buffer.alloc(200_000, i));
      await rig.list();
      const leaving = Array.from({ length: 12 }, (_, i) => rig.leave(`large-${i}.jpg`, i % 2 === 0));
      await Promise.all(leaving);
      await until(async () => (await rig.full('large-11.jpg')).status === 200);
      expect(rig.upstream.mostDownloads).to.be.at.most(4);
    });
  });
});
