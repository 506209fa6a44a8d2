import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { ProtonRig } from '../../support/proton-rig.ts';
import { until } from '../../support/until.ts';

describe('an outage of proton-faces', function () {
  let rig: ProtonRig;

  const reachable = async (): Promise<boolean> => (await rig.health()).reachable;

  beforeEach(async () => {
    rig = new ProtonRig();
    for (let i = 0; i < 8; i += 1) rig.upstream.library.put(`0${i}.jpg`, Buffer.from(`bytes of ${i}`));
    for (let i = 0; i < 8; i += 1) rig.upstream.library.put(`0${i}.mp4`, Buffer.from(`video ${i}`));
    await rig.upstream.start();
  });
  afterEach(() => rig.close());

  it('in which nothing responds is noticed while many requests wait, and so is its end', async () => {
    await rig.ready();
    const { faults, library } = rig.upstream;
    faults.freeze();
    let answered = 0;
    const waiting = Array.from({ length: 8 }, async (_, i) => {
      await rig.full(`0${i}.mp4`, {}, 'HEAD');
      answered += 1;
    });
    await until(() => rig.upstream.pending(/HEAD|health/) >= 4);
    const thumbnail = rig.get(`/photos/${library.of('00.jpg').uid}/thumbnail?size=512`);
    const picture = rig.full('00.jpg');
    rig.wake();
    await until(async () => !(await reachable()));
    expect(answered, 'questions that came to an end before').to.equal(0);
    faults.thaw();
    await until(reachable);
    await Promise.all([...waiting, thumbnail, picture]);
    expect((await rig.full('01.jpg')).status).to.equal(200);
  });

  it('ends with the first response, even if earlier requests never get one', async () => {
    rig.limits = { ...rig.limits, health: 1_000_000 };
    await rig.ready();
    const { upstream } = rig;
    await upstream.stop();
    await until(async () => !(await reachable()));
    upstream.faults.freeze();
    await upstream.start();
    await until(() => upstream.pending(/health/) > 0);
    upstream.faults.letGo();
    await until(reachable);
  });

  it('of Proton does not hide a logout: the health is checked while a response of Proton is awaited', async () => {
    rig.limits = { ...rig.limits, idle: 100_000 };
    await rig.ready();
    const { faults } = rig.upstream;
    faults.refuses = true;
    await rig.list();
    expect(await reachable()).to.equal(false);
    faults.nodeTime = 100_000;
    faults.refuses = false;
    await until(() => rig.upstream.pending(/nodes$/) > 0);
    faults.loggedOut = true;
    await until(async () => (await rig.health()).reason === 'logged_out');
    expect(rig.upstream.pending(/nodes$/)).to.equal(1);
  });

  it('does not reveal the token to another program at its address', async () => {
    rig.limits = { ...rig.limits, calm: 100_000 };
    await rig.ready();
    await rig.full('00.jpg');
    const { port } = new URL(rig.upstream.url);
    await rig.upstream.stop();
    const shown: (string | undefined)[] = [];
    const stranger = createServer(({ headers }, response) => {
      shown.push(headers.authorization);
      response.end('<h1>It works!</h1>');
    }).listen(Number(port), '127.0.0.1');
    await once(stranger, 'listening');
    try {
      expect((await rig.full('01.jpg')).status).to.be.at.least(500);
      expect(shown).to.deep.equal([undefined]);
    } finally {
      stranger.close();
    }
  });

  it('of the lists alone leaves the library reachable, and is reported', async () => {
    await rig.ready();
    rig.upstream.faults.list = 'cut';
    await rig.list();
    const { reachable: isThere, detail } = await rig.health();
    expect(isThere).to.equal(true);
    expect(detail).to.match(/could not be listed, which is tried again: The list was cut off/);
    expect((await rig.full('01.jpg')).status).to.equal(200);
  });
});
