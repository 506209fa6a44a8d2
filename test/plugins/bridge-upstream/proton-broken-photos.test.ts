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

  it('hold up neither what is new nor what is deleted nor what is renamed', async () => {
    put(20);
    await rig.ready();
    const { library } = rig.upstream;
    // One that is known, one that never was.
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

  it('do not hold up the first reading, though a dozen lie side by side', async () => {
    put(60);
    for (const name of names(60).slice(20, 40)) breakPhoto(name);
    await rig.ready();
    expect((await rig.health()).counts).to.deep.equal({ photos: 60, albums: 0, failed: 20 });
    expect((await rig.full('19.jpg')).status).to.equal(200);
    rig.upstream.faults.poison.clear();
    await rig.list();
    expect(await rig.names()).to.deep.equal(names(60));
  });

  it('do not end the first reading, though nearly all photos are such', async () => {
    put(12);
    for (const name of names(11)) breakPhoto(name);
    await rig.ready();
    expect((await rig.health()).counts).to.deep.equal({ photos: 12, albums: 0, failed: 11 });
    expect(await rig.names()).to.deep.equal(['11.jpg', ...names(11).map(() => 'unnamed')]);
  });

  it('stay, and the others go, when the lists lack them', async () => {
    put(8);
    await rig.ready();
    breakPhoto('04.jpg');
    for (const name of ['03.jpg', '04.jpg', '05.jpg']) rig.upstream.library.remove(name);
    await rig.list(3);
    expect(await rig.names()).to.deep.equal(names(8).filter((name) => name !== '03.jpg' && name !== '05.jpg'));
    expect((await rig.health()).reachable).to.equal(true);
  });

  it('are shown as unnamed, also where there is no other', async () => {
    put(1);
    breakPhoto('00.jpg');
    await rig.ready();
    expect(await rig.names()).to.deep.equal(['unnamed']);
    expect((await rig.health()).reachable).to.equal(true);
  });

  it('are not taken for an outage when somebody opens them, nor an outage for them', async () => {
    put(8);
    await rig.ready();
    const { faults } = rig.upstream;
    breakPhoto('00.jpg');
    faults.downloads.set('00.jpg', 'fails');
    const before = rig.upstream.asked(/nodes$/);
    await rig.full('00.jpg');
    expect((await rig.health()).reachable).to.equal(true);
    // One question about the photo, and others that tell whether Proton answers.
    await until(() => rig.upstream.asked(/nodes$/) > before + 1);
    expect((await rig.health()).reachable).to.equal(true);
    faults.refuses = true;
    await rig.full('01.jpg');
    await until(async () => !(await rig.health()).reachable);
    faults.refuses = false;
    await until(async () => (await rig.health()).reachable);
  });

  it('are none where Proton is slow: what came before a limit is kept', async () => {
    put(60);
    rig.limits = { ...rig.limits, question: 2000 };
    rig.upstream.faults.nodeTime = 75;
    await rig.ready();
    expect(await rig.names()).to.deep.equal(names(60));
    expect(rig.upstream.asked(/nodes$/)).to.be.at.most(12);
  });

  it('are none where an answer is cut off in the middle', async () => {
    put(30);
    rig.upstream.faults.nodesCutAfter = 4;
    await rig.ready();
    expect(await rig.names()).to.deep.equal(names(30));
  });
});
