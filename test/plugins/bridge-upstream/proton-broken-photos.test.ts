import { expect } from 'chai';
import { ProtonRig } from '../../support/proton-rig.ts';
import { until } from '../../support/until.ts';

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `${String(i).padStart(2, '0')}.jpg`);

describe('photos on which Proton fails', function () {
  let rig: ProtonRig;

  const put = (count: number): void => {
    for (const name of names(count)) rig.upstream.library.put(name, Buffer.from(`bytes of ${name}`));
  };
  const breakPhoto = (name: string): void => {
    rig.upstream.faults.poison.add(rig.upstream.library.of(name).uid);
  };

  beforeEach(async () => {
    rig = new ProtonRig();
    await rig.upstream.start();
  });
  afterEach(() => rig.close());

  it('block neither new nor deleted nor renamed ones', async () => {
    put(20);
    await rig.ready();
    const { library } = rig.upstream;
    // A known one, and one that was never read.
    breakPhoto('00.jpg');
    library.put('broken.jpg', Buffer.from('broken'));
    breakPhoto('broken.jpg');
    library.put('new.jpg', Buffer.from('new'));
    await rig.list();
    library.remove('03.jpg');
    library.rename('04.jpg', 'renamed.jpg');
    await rig.list(3);
    const rest = names(20).filter((name) => name !== '03.jpg' && name !== '04.jpg');
    expect(await rig.names()).to.deep.equal([...rest, 'new.jpg', 'renamed.jpg', 'unnamed']);
    const { reachable, counts } = await rig.health();
    expect({ reachable, ...counts }).to.deep.equal({ reachable: true, photos: 21, albums: 0, failed: 1 });
  });

  it('do not block the first reading, even if many are next to each other', async () => {
    put(60);
    for (const name of names(60).slice(20, 40)) breakPhoto(name);
    await rig.ready();
    expect((await rig.health()).counts).to.deep.equal({ photos: 60, albums: 0, failed: 20 });
    expect((await rig.full('19.jpg')).status).to.equal(200);
    rig.upstream.faults.poison.clear();
    await rig.list();
    expect(await rig.names()).to.deep.equal(names(60));
  });

  it('do not end the first reading, even if nearly all photos fail', async () => {
    put(12);
    for (const name of names(11)) breakPhoto(name);
    await rig.ready();
    expect((await rig.health()).counts).to.deep.equal({ photos: 12, albums: 0, failed: 11 });
    expect(await rig.names()).to.deep.equal(['11.jpg', ...names(11).map(() => 'unnamed')]);
  });

  it('stay if the lists lack them, while other missing photos are removed', async () => {
    put(8);
    await rig.ready();
    breakPhoto('04.jpg');
    for (const name of ['03.jpg', '04.jpg', '05.jpg']) rig.upstream.library.remove(name);
    await rig.list(3);
    expect(await rig.names()).to.deep.equal(names(8).filter((name) => name !== '03.jpg' && name !== '05.jpg'));
    expect((await rig.health()).reachable).to.equal(true);
  });

  it('are shown as unnamed, even if there are no others', async () => {
    put(1);
    breakPhoto('00.jpg');
    await rig.ready();
    expect(await rig.names()).to.deep.equal(['unnamed']);
    expect((await rig.health()).reachable).to.equal(true);
  });

  it('are not mistaken for an outage when they are opened, nor an outage for them', async () => {
    put(8);
    await rig.ready();
    const { faults } = rig.upstream;
    breakPhoto('00.jpg');
    faults.downloads.set('00.jpg', 'fails');
    const before = rig.upstream.asked(/nodes$/);
    await rig.full('00.jpg');
    expect((await rig.health()).reachable).to.equal(true);
    // One request for the photo, and others to find out whether Proton responds.
    await until(() => rig.upstream.asked(/nodes$/) > before + 1);
    expect((await rig.health()).reachable).to.equal(true);
    faults.refuses = true;
    await rig.full('01.jpg');
    await until(async () => !(await rig.health()).reachable);
    faults.refuses = false;
    await until(async () => (await rig.health()).reachable);
  });

  it('do not include those of a slow Proton: all that arrives before a timeout is kept', async () => {
    put(60);
    rig.limits = { ...rig.limits, question: 2000 };
    rig.upstream.faults.nodeTime = 75;
    await rig.ready();
    expect(await rig.names()).to.deep.equal(names(60));
    expect(rig.upstream.asked(/nodes$/)).to.be.at.most(12);
  });

  it('do not include those of a truncated response', async () => {
    put(30);
    rig.upstream.faults.nodesCutAfter = 4;
    await rig.ready();
    expect(await rig.names()).to.deep.equal(names(30));
  });
});
