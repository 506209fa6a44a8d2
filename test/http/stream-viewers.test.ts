import { availableParallelism } from 'node:os';
import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import { SourceError, type SignIn } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import type { StreamPlaces } from '../../core/services/stream-places.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { programsBelow } from '../support/process-tree.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';
import { VideoHouse, type Watching } from '../support/video-house.ts';

/** Videos much larger than the buffers between ffmpeg and a viewer: H.264 that is copied, and one to encode. */
const noise = ['-vf', 'noise=alls=80:allf=t'];
const passedOn = [...noise, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-g', '25', '-pix_fmt', 'yuv420p'];
const toEncode = ['-c:v', 'mpeg4', '-q:v', '2', '-tag:v', 'xvid'];

describe('the viewers of video streams', function () {
  let house: VideoHouse;
  let films: { copied: Buffer; encoded: Buffer };

  before(async function () {
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    films = {
      copied: await madeVideo('a.mp4', passedOn, { seconds: 12, size: '640x360' }),
      encoded: await madeVideo('a.avi', toEncode, { seconds: 30, size: '1280x720' }),
    };
  });

  beforeEach(async () => {
    house = await VideoHouse.open();
    house.add('copied', films.copied);
    house.add('encoded', films.encoded);
  });
  afterEach(async () => {
    await house.stop();
    await untilNothingRuns();
  });

  const untilNothingRuns = (): Promise<void> =>
    until(() => [...programsBelow('ffmpeg'), ...programsBelow('ffprobe')].length === 0 && house.open === 0);

  const places = (): StreamPlaces => house.server.container.resolve(inject.streamPlaces);

  const begun = async (watching: Promise<Watching>): Promise<Watching> => {
    const one = await watching;
    expect(one.status).to.equal(200);
    await one.some(1000);
    return one;
  };

  const untilOver = ({ answer }: Watching): Promise<void> => {
    answer.resume();
    return until(() => answer.destroyed || answer.readableEnded);
  };

  for (const film of ['copied', 'encoded']) {
    it(`end the conversion and the read from the source when they disconnect: ${film}`, async () => {
      const watching = await begun(house.watch(film));
      expect(programsBelow('ffmpeg')).to.have.length(1);
      watching.leave();
      await untilNothingRuns();
    });
  }

  it('pause ffmpeg and the source while they read nothing', async () => {
    const watching = await begun(house.watch('copied'));
    let before = -1;
    await until(() => {
      const isSame = house.bytesRead === before;
      before = house.bytesRead;
      return isSame;
    });
    expect(programsBelow('ffmpeg')).to.have.length(1);
    expect(house.bytesRead).to.be.below(films.copied.length / 2);
    expect((await watching.whole())?.length).to.be.greaterThan(films.copied.length / 2);
  });

  it('are served or asked to wait, 20 of them at once, while other requests are answered', async () => {
    const people = [house.server.reader, house.server.writer, house.server.admin];
    const asked = Array.from({ length: 20 }, (_, at) =>
      house.watch('encoded', '', { ...people[at % 3], 'user-agent': `player ${at}` }),
    );
    const others = await Promise.all(Array.from({ length: 20 }, () => house.server.get('/api/photos')));
    expect(others.map(({ statusCode }) => statusCode)).to.deep.equal(others.map(() => 200));
    const watching = await Promise.all(asked);
    const served = watching.filter(({ status }) => status === 200);
    const refused = watching.filter(({ status }) => status !== 200);
    // A fast machine may finish some before others have waited long enough.
    const cores = availableParallelism();
    expect(served.length).to.be.at.least(Math.min(cores + 1, 3 * Math.min(4, cores)));
    for (const one of refused) {
      expect([one.status, one.header('x-error-kind')]).to.deep.equal([503, 'not_ready']);
      expect(Number(one.header('retry-after'))).to.be.greaterThan(0);
    }
    const metrics = (await house.server.get('/metrics', house.server.admin)).payload;
    expect(metrics).to.match(/^photofinch_video_streams \d+$/m);
    expect(metrics).to.contain(`photofinch_video_streams_refused_total ${refused.length}\n`);
    for (const one of watching) one.leave();
  });

  it('end their own previous stream when they seek, but nobody else’s', async () => {
    const ofPlayer = { ...house.server.reader, 'user-agent': 'player' };
    const first = await begun(house.watch('copied', '', ofPlayer));
    const other = await begun(house.watch('copied', '', { ...house.server.reader, 'user-agent': 'another' }));
    const sought = await begun(house.watch('copied', '?start=6', ofPlayer));
    await untilOver(first);
    expect(await first.whole()).to.equal(null);
    expect((await other.whole())?.length).to.be.greaterThan(0);
    expect((await sought.whole())?.length).to.be.greaterThan(0);
  });

  it('lose a video that is hidden, kept from them, deleted or changed, and every video when they are signed out', async () => {
    const { db } = house.server;
    const lost: Watching[] = [];
    for (const uid of ['hidden', 'kept', 'deleted', 'changed']) {
      house.add(uid, films.copied);
      lost.push(await begun(house.watch(uid)));
    }
    const stay = [
      await begun(house.watch('hidden', '', house.server.writer)),
      await begun(house.watch('kept', '', house.server.admin)),
    ];
    const kept = db.prepare<[], number>("SELECT id FROM photos WHERE uid = 'kept'").pluck().get()!;
    house.server.rows.album('surprise', 'Surprise', [kept]);
    db.exec(`INSERT INTO withholdings (album_uid, user_id, decided_at)
      SELECT 'surprise', id, 0 FROM users WHERE username = 'read'`);
    db.exec(`INSERT INTO photo_flags (photo_id, hidden) SELECT id, 1 FROM photos WHERE uid = 'hidden'`);
    db.exec(`UPDATE photos SET deleted_at = 1 WHERE uid = 'deleted'`);
    db.exec(`UPDATE photos SET rev = 'r2' WHERE uid = 'changed'`);
    await until(() => places().running === stay.length);
    for (const one of lost) expect(await one.whole()).to.equal(null);
    db.exec(`UPDATE users SET token_epoch = token_epoch + 1`);
    await until(() => places().running === 0);
    for (const one of stay) expect(await one.whole()).to.equal(null);
  });

  it('can watch with a token of a lower role, as long as their own role allows it', async () => {
    const { container, db } = house.server;
    const before = container.resolve(inject.plugins);
    const { id: userId, epoch } = db
      .prepare<[], { id: number; epoch: number }>("SELECT id, token_epoch AS epoch FROM users WHERE username = 'admin'")
      .get()!;
    const bearer: SignIn['bearer'] = (token) =>
      Promise.resolve({ userId, epoch, name: 'TV', role: token === 'for-reading' ? 'read' : 'admin' });
    const provided = [
      { kind: 'photo-source' as const, implementation: before.photoSources[0]!.source },
      { kind: 'sign-in' as const, implementation: { bearer } },
    ];
    const contribution = { provided, routes: [], healthChecks: [] };
    container.register(inject.plugins, {
      useValue: new Registry([{ name: 'keys', version: '1', contribution }]),
    });
    const by = async (token: string) =>
      begun(house.watch('copied', '', { authorization: `Bearer ${token}`, 'user-agent': token }));
    const reading = await by('for-reading');
    const administering = await by('for-administering');
    db.exec("UPDATE users SET role = 'write' WHERE username = 'admin'");
    // When the newer stream has ended, the older one has been checked as well.
    await until(() => places().running === 1);
    expect(await administering.whole(), 'of a role that the user has no more').to.equal(null);
    expect((await reading.whole())?.length).to.be.greaterThan(films.copied.length / 2);
  });

  it('get the reason if the source does not provide the video, and a broken-off response if it fails later', async () => {
    house.beforePiece = () => {
      throw new SourceError('unreachable', 'away');
    };
    const refused = await house.watch('copied');
    expect([refused.status, refused.header('x-error-kind')]).to.deep.equal([503, 'source_unavailable']);
    refused.leave();
    house.beforePiece = () => undefined;
    const watching = await begun(house.watch('copied'));
    house.beforePiece = () => {
      throw new SourceError('unreachable', 'away');
    };
    expect(await watching.whole()).to.equal(null);
  });

  it('can watch with a signed URL of the video, but not without one', async () => {
    const path = '/api/photos/copied/stream';
    const answer = await house.server.send('POST', '/api/sign', { path }, house.server.reader);
    const { sig, exp } = JSON.parse(answer.payload) as { sig: string; exp: number };
    const watching = await begun(house.ask(`${path}?start=1&sig=${sig}&exp=${exp}`));
    watching.leave();
    expect((await house.ask(path)).status).to.equal(401);
    expect((await house.ask(`/api/photos/encoded/stream?sig=${sig}&exp=${exp}`)).status).to.equal(403);
    house.server.db.exec(`INSERT INTO photo_flags (photo_id, hidden) SELECT id, 1 FROM photos WHERE uid = 'copied'`);
    expect((await house.ask(`${path}?sig=${sig}&exp=${exp}`)).status).to.equal(404);
  });

  it('have no streams left when the server stops', async () => {
    const watching = await begun(house.watch('copied'));
    places().close();
    await untilNothingRuns();
    expect(await watching.whole()).to.equal(null);
  });
});
