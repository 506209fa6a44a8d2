import { expect } from 'chai';
import type { NewShare } from '../../core/http/wire.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { Link } from '../support/share-house.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';
import { probed, VideoHouse } from '../support/video-house.ts';
import { inject } from '../../core/compose/inject.ts';

const told = ['-metadata', 'creation_time=2019-05-06T07:08:09Z', '-metadata', 'location=+48.8577+002.295/'];

describe('videos of a share link', function () {
  let house: VideoHouse;

  before(async function () {
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    house = await VideoHouse.open();
    house.add('film', await madeVideo('film.mov', ['-c:v', 'mpeg4', ...told], { seconds: 4 }));
    // More than fits into the buffers between ffmpeg and a guest.
    const large = ['-vf', 'noise=alls=80:allf=t', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10'];
    house.add('large', await madeVideo('a.mp4', [...large, '-pix_fmt', 'yuv420p'], { seconds: 2, size: '1280x720' }));
    await house.server.send('PUT', '/api/admin/sharing', { enabled: true }, house.server.admin);
  });
  after(() => (hasFfmpeg ? house.stop() : undefined));

  const share = async (more = {}): Promise<Link> => {
    const body = { photos: ['film', 'large'], expires_at: null, ...more };
    const answer = await house.server.send('POST', '/api/shares', body, house.server.writer);
    return new Link(house.server, JSON.parse(answer.payload) as NewShare);
  };
  const pathOf = async (link: Link, at = 0): Promise<string> =>
    `${link.api}/photos/${(await link.photos())[at]!.uid}/stream`;

  it('are converted, without the date and place in their files', async () => {
    const link = await share();
    expect(await link.facts()).to.include({ videos: true, video_files: false });
    for (const query of ['', '?start=2']) {
      const watching = await house.ask((await pathOf(link)) + query, { range: 'bytes=0-' });
      expect([watching.status, watching.header('content-type')]).to.deep.equal([200, 'video/mp4']);
      expect(watching.header('content-disposition')).to.equal(undefined);
      const bytes = (await watching.whole())!;
      const { text, streams } = await probed(bytes);
      expect(streams[0]).to.include({ codec_name: 'h264' });
      expect(text + bytes.toString('latin1')).to.not.match(/2019|48\.85|film\.mov|creation_time/);
    }
  });

  it('are sent as files if dates and places are shown, and converted on request', async () => {
    const link = await share({ details: true });
    expect(await link.facts()).to.include({ videos: true, video_files: true });
    const part = await house.ask(await pathOf(link), { range: 'bytes=0-9' });
    expect([part.status, (await part.whole())?.length]).to.deep.equal([206, 10]);
    const converted = await house.ask(`${await pathOf(link)}?start=0`);
    const { streams, format } = await probed((await converted.whole())!);
    expect(streams[0]).to.include({ codec_name: 'h264' });
    expect(Number(format.duration)).to.be.closeTo(4, 0.2);
  });

  it('end when the link ends', async () => {
    const link = await share();
    const watching = await house.ask(await pathOf(link, 1));
    await watching.some(1000);
    await house.server.server.inject({
      method: 'DELETE',
      url: `/api/shares/${link.made.id}`,
      headers: house.server.writer,
    });
    await until(() => house.server.container.resolve(inject.streamPlaces).running === 0);
    expect(await watching.whole()).to.equal(null);
  });
});
