import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import { localDay } from '../../../plugins/demo-source/calendar.ts';
import { DemoSource } from '../../../plugins/demo-source/demo-source.ts';
import type { SourceNode } from '../../../core/plugin-api/index.ts';

const signal = new AbortController().signal;

async function nodesOf(source: DemoSource): Promise<SourceNode[]> {
  const { items } = await source.timeline({ cursor: null, limit: 1000, signal });
  return (
    await source.nodes(
      items.map(({ uid }) => uid),
      { signal },
    )
  ).nodes as SourceNode[];
}

/** The local time at the place of capture. */
const localTime = ({ captureTime, utcOffset }: SourceNode): string =>
  new Date((captureTime + utcOffset! * 60) * 1000).toISOString().slice(0, 19);

describe('demo source', () => {
  describePhotoSource(
    () => {
      const clock = { day: '2027-03-05' };
      return { source: new DemoSource(() => clock.day), clock };
    },
    {
      change: ({ clock }) => {
        clock.day = '2027-03-06';
      },
      analyses: true,
    },
  );

  it('has 60 pictures, three of them copies, in eight albums', async () => {
    const source = new DemoSource(localDay);
    const nodes = await nodesOf(source);
    expect(nodes).to.have.length(60);
    expect(new Set(nodes.map(({ sha1 }) => sha1)).size).to.equal(57);
    const { albums } = await source.albums({ cursor: null, limit: 100, signal });
    expect(albums.map(({ name, photoCount }) => `${name} ${photoCount}`)).to.deep.equal([
      'At the table 7',
      'Autumn 6',
      'City nights 6',
      'Family 8',
      'Lisbon summer 4',
      'One tree, four seasons 4',
      'Studio 11',
      'Winter 7',
    ]);
  });

  it('has the times of the picture files on its reference day', async () => {
    const nodes = await nodesOf(new DemoSource(() => '2026-11-20'));
    const tree = nodes.find(({ name }) => name === 'lit-tree.jpg')!;
    expect(localTime(tree)).to.equal('2019-12-14T18:02:55');
    expect(tree).to.include({ utcOffset: 60, captureTimeSource: 'upstream', kind: 'image' });
    expect(tree.caption).to.equal('A fir tree covered in lights stands in the snow at night.');
    expect(tree.location).to.deep.equal({ lat: 48.2104, lng: 16.3712 });
  });

  it('keeps the local time of day while the dates move', async () => {
    const before = await nodesOf(new DemoSource(() => '2026-11-20'));
    const later = await nodesOf(new DemoSource(() => '2027-07-01'));
    expect(later.map((node) => localTime(node).slice(11))).to.deep.equal(
      before.map((node) => localTime(node).slice(11)),
    );
    expect(later.every((node, index) => node.captureTime === before[index]!.captureTime + 223 * 86_400)).to.equal(true);
  });

  it('has pictures of this day in earlier years on every day for eight years, and none from the future', async () => {
    let day = '2026-11-20';
    const source = new DemoSource(() => day);
    const uids = (await nodesOf(source)).map(({ uid }) => uid);
    for (let time = Date.parse(day); time < Date.parse('2034-11-20'); time += 86_400_000) {
      day = new Date(time).toISOString().slice(0, 10);
      const { nodes } = await source.nodes(uids, { signal });
      const days = nodes.map((node) => localTime(node).slice(0, 10));
      expect(
        days.some((taken) => taken < day && taken.slice(5) === day.slice(5)),
        day,
      ).to.equal(true);
      expect(
        days.every((taken) => taken <= day),
        day,
      ).to.equal(true);
    }
  });

  it('keeps revisions and bytes when the day changes, so that nothing is read again', async () => {
    let day = '2026-11-20';
    const source = new DemoSource(() => day);
    const { changesCursor } = await source.timeline({ cursor: null, limit: 1, signal });
    const before = await nodesOf(source);
    const bytes = async (): Promise<Buffer> => {
      const { body } = await source.open(before[0]!.uid, { signal });
      return buffer(body);
    };
    const bytesBefore = await bytes();
    day = '2026-11-21';
    const { events } = await source.changes({ since: changesCursor, limit: 1000, signal });
    expect(events.map(({ rev }) => rev)).to.have.members(before.map(({ rev }) => rev));
    expect((await bytes()).equals(bytesBefore)).to.equal(true);
    expect((await nodesOf(source)).map(({ captureTime }) => captureTime)).to.deep.equal(
      before.map(({ captureTime }) => captureTime + 86_400),
    );
  });
});
