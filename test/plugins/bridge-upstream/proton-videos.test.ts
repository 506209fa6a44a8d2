import { join } from 'node:path';
import { expect } from 'chai';
import type { ErrorAnswer } from '../../../plugins/bridge-upstream/contract.ts';
import type { RigAnswer } from '../../support/bridge-rig.ts';
import { sha1Of } from '../../support/proton-library.ts';
import { bytesBehind } from '../../support/open-handles.ts';
import { ProtonRig } from '../../support/proton-rig.ts';
import { withSmallDisk } from '../../support/small-disk.ts';
import { until } from '../../support/until.ts';

const codeOf = ({ json }: RigAnswer): string => (json as unknown as ErrorAnswer).code;

const mib = 2 ** 20;

describe('videos of a bridge in front of proton-faces', function () {
  let rig: ProtonRig;

  beforeEach(async () => {
    rig = new ProtonRig();
    rig.upstream.library.put('clip.mp4', Buffer.alloc(100_000, 'video'));
    await rig.upstream.start();
  });
  afterEach(() => rig.close());

  it('that arrive corrupt are not served, and keep their sha1', async () => {
    await rig.ready();
    const { library, faults } = rig.upstream;
    const { bytes } = library.of('clip.mp4');
    faults.downloads.set('clip.mp4', 'is-damaged');
    // The corruption is different each time.
    for (let i = 0; i < 2; i += 1) expect(codeOf(await rig.full('clip.mp4'))).to.equal('integrity_error');
    faults.downloads.clear();
    const { status, headers, body } = await rig.full('clip.mp4');
    expect([status, headers['x-content-sha1']]).to.deep.equal([200, sha1Of(bytes)]);
    expect(body).to.deep.equal(bytes);
    expect((await rig.node('clip.mp4')).sha1).to.equal(sha1Of(bytes));
  });

  it('with a wrong sha1 in the upstream are served if two downloads are the same', async () => {
    const bytes = Buffer.from('right bytes');
    rig.upstream.library.put('wrong.mp4', bytes, { sha1: 'a'.repeat(40) });
    await rig.ready();
    expect(codeOf(await rig.full('wrong.mp4'))).to.equal('integrity_error');
    expect((await rig.node('wrong.mp4')).sha1).to.equal('a'.repeat(40));
    const { status, headers } = await rig.full('wrong.mp4');
    expect([status, headers['x-content-sha1']]).to.deep.equal([200, sha1Of(bytes)]);
    expect((await rig.node('wrong.mp4')).sha1).to.equal(null);
  });

  it('that are too large to be buffered are never complete if they arrive corrupt', async () => {
    rig.upstream.library.put('large.mp4', Buffer.alloc(17 * mib, 'large'));
    await rig.ready({ videoSpace: 64 * mib });
    rig.upstream.faults.downloads.set('large.mp4', 'is-damaged');
    const whole = await rig.full('large.mp4').then(
      ({ status, body }) => status === 200 && body.length === 17 * mib,
      () => false,
    );
    expect(whole).to.equal(false);
    rig.upstream.faults.downloads.clear();
    expect((await rig.full('large.mp4')).body).to.have.length(17 * mib);
  });

  it('of unknown length share the space for all', async () => {
    for (const name of ['a.mp4', 'b.mp4']) rig.upstream.library.put(name, Buffer.alloc(1.5 * mib, name));
    // Long enough that the second one is rejected before the first one fails.
    rig.limits = { ...rig.limits, idle: 12_000 };
    await rig.ready({ videoSpace: 2 * mib });
    const { faults } = rig.upstream;
    faults.hidesLength = true;
    faults.downloads.set('a.mp4', 'stops');
    const first = rig.full('a.mp4');
    await until(() => bytesBehind(join(rig.dataDir, 'video-')) === 1.5 * mib);
    expect(codeOf(await rig.full('b.mp4'))).to.equal('rate_limited');
    expect(codeOf(await first)).to.equal('upstream_timeout');
    expect((await rig.full('b.mp4')).body).to.have.length(1.5 * mib);
  });

  it('are rejected with the reason if the disk has no space for them', function () {
    return withSmallDisk(this, 8, async (folder) => {
      rig.upstream.library.put('large.mp4', Buffer.alloc(12 * mib, 'large'));
      await rig.ready({ dataDir: folder, videoSpace: 64 * mib });
      const answer = await rig.full('large.mp4');
      expect((answer.json as unknown as ErrorAnswer).detail).to.match(/cannot be written.*ENOSPC.*has room/);
      // The space is released a moment after the response.
      await until(async () => (await rig.full('clip.mp4')).status === 200);
      await rig.stop();
    });
  });
});
