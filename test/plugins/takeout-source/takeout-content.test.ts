import { createHash } from 'node:crypto';
import { renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { TakeoutHouse } from '../../support/takeout-house.ts';

const signal = new AbortController().signal;
const year = 'Takeout/Google Photos/Photos from 2019';
const trip = 'Takeout/Google Photos/Trip';

const sha1 = (bytes: string): string => createHash('sha1').update(bytes).digest('hex');

describe('originals of an export of Google Photos', () => {
  let house: TakeoutHouse;
  beforeEach(() => {
    house = new TakeoutHouse();
  });
  afterEach(() => house.close());

  it('are not served from a file that has changed since it was read', async () => {
    house.export.write(`${year}/a.jpg`, 'a', 1_600_000_000);
    await house.start();
    await house.nodes();
    house.export.write(`${year}/a.jpg`, 'b', 1_600_000_001);
    const open: unknown = await house.source.open(sha1('a'), { signal }).catch((error: unknown) => error);
    expect(open).to.include({ code: 'integrity' });
  });

  it('are served from another file of the photo if one has changed', async () => {
    for (const folder of [trip, year]) house.export.write(`${folder}/a.jpg`, 'a', 1_600_000_000);
    await house.start();
    await house.nodes();
    for (const folder of [year, trip]) {
      house.export.write(`${year}/a.jpg`, 'a', 1_600_000_000);
      house.export.write(`${trip}/a.jpg`, 'a', 1_600_000_000);
      house.export.write(`${folder}/a.jpg`, 'b', 1_600_000_001);
      const { body } = await house.source.open(sha1('a'), { signal });
      expect(await text(body)).to.equal('a');
    }
  });

  it('are hashed in a worker thread, unless they are few and small', async () => {
    let threads = 0;
    const count = (): void => {
      threads += 1;
    };
    process.on('worker', count);
    try {
      house.export.write(`${year}/small.jpg`, 'small');
      await house.start();
      await house.end();
      expect(threads).to.equal(0);
      for (let index = 0; index < 5; index += 1) {
        house.export.write(`${year}/${index}.jpg`, Buffer.alloc(600_000, `large ${index} `));
      }
      while ((await house.nodes()).size < 6);
      expect(threads).to.equal(1);
    } finally {
      process.off('worker', count);
    }
  });

  const later: Record<string, (file: string, name: string) => void> = {
    'with a new modification time': (file) => {
      utimesSync(file, 1_700_009_999, 1_700_009_999);
    },
    'moved to another folder': (file, name) => {
      renameSync(file, join(house.export.root, `${year} again`, name));
    },
  };
  for (const [where, change] of Object.entries(later)) {
    it(`are unreachable, but not deleted, while files ${where} are read again`, async () => {
      const count = 120;
      const names = Array.from({ length: count }, (_, index) => `${index}.jpg`);
      for (const name of names) house.export.write(`${year}/${name}`, Buffer.alloc(500_000, `picture ${name} `));
      house.export.write(`${year} again/other.jpg`, 'another');
      await house.start();
      do await house.end();
      while ((await house.source.health({ signal })).filling);
      const { items, changesCursor } = await house.source.timeline({ cursor: null, limit: 1000, signal });
      expect(items).to.have.length(count + 1);
      for (const name of names) change(join(house.export.root, year, name), name);
      const opened = new Set<string>();
      const over = new AbortController();
      const scan = house.changes(changesCursor).finally(() => {
        over.abort();
      });
      for (let at = 0; !over.signal.aborted; at = (at + 1) % count) opened.add(await answerOf(items[at]?.uid ?? ''));
      await scan;
      expect(opened).not.to.include('not_found');
      expect(opened).to.include('unreachable');
      for (const { uid } of items) while ((await answerOf(uid)) !== 'opened') await house.end();
    });
  }

  const answerOf = (uid: string): Promise<string> =>
    house.source.open(uid, { signal }).then(
      ({ body }) => {
        body.destroy();
        return 'opened';
      },
      (error: unknown) => (error as { code: string }).code,
    );
});
