import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  Files,
  type FileContent,
  type FileToRead,
  type FoundFile,
} from '../../../plugins/takeout-source/journal/files.ts';
import { Journal } from '../../../plugins/takeout-source/journal/journal.ts';
import { Lists } from '../../../plugins/takeout-source/journal/lists.ts';
import { Photos } from '../../../plugins/takeout-source/journal/photos.ts';
import { Settling } from '../../../plugins/takeout-source/journal/settling.ts';

const { signal } = new AbortController();

const found = (path: string): FoundFile => {
  const [folder = '', name = ''] = path.split('/');
  return { path, dir: folder, folder, name, isSide: false, size: 1, mtimeMs: 1 };
};
const picture = ({ path }: FileToRead): FileContent => {
  const sha1 = createHash('sha1').update(path).digest('hex');
  return { kind: 'image', mediaType: 'image/jpeg', sha1, seconds: null };
};

describe('the journal of an export', () => {
  let folder: string;
  let journal: Journal;
  let files: Files;
  let now: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    journal = new Journal(join(folder, 'journal.sqlite3'));
    now = 1_700_000_000;
    files = new Files(journal, () => now);
  });
  afterEach(() => {
    journal.close();
    rmSync(folder, { recursive: true });
  });

  it('retries an unreadable file after growing delays, and without delay once it has changed', () => {
    files.note([found('Trip/a.jpg')], []);
    const waits: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const [file] = files.toRead(10);
      expect(file?.tries).to.equal(round);
      files.keep([[file!, { failed: true }]]);
      expect(files.toRead(10)).to.deep.equal([]);
      const known = files.inDir('Trip').get('a.jpg')!;
      expect(files.isDue(known)).to.equal(false);
      waits.push(known.retryAt - now);
      now = known.retryAt;
      expect(files.isDue(known)).to.equal(true);
      files.note([], [{ ...known, ...found('Trip/a.jpg') }]);
    }
    expect(waits[0]).to.be.greaterThan(0);
    expect(waits).to.deep.equal([...new Set(waits)].sort((a, b) => a - b));
    files.note([], [{ ...files.inDir('Trip').get('a.jpg')!, ...found('Trip/a.jpg'), mtimeMs: 2 }]);
    expect(files.toRead(10)[0]?.tries).to.equal(0);
  });

  it('retries a file at once whose delay was set by a clock that was ahead', () => {
    files.note([found('Trip/a.jpg')], []);
    now += 365 * 86_400;
    files.keep([[files.toRead(10)[0]!, { failed: true }]]);
    now -= 365 * 86_400;
    expect(files.isDue(files.inDir('Trip').get('a.jpg')!)).to.equal(true);
  });

  it('lists the photos of a folder once all of it is read, and keeps a photo listed whose file has moved', async () => {
    const settling = new Settling(journal, new Photos(journal));
    const lists = new Lists(journal);
    const listed = (): (string | undefined)[] =>
      lists
        .timeline(null, 100)
        .items.map(({ uid }) => lists.node(uid)?.name)
        .sort();
    const read = (paths: readonly string[]): void => {
      files.keep(
        files
          .toRead(100)
          .filter(({ path }) => paths.includes(path))
          .map((file) => [file, picture(file)]),
      );
    };
    files.note(['A/1.jpg', 'A/2.jpg', 'B/3.jpg', 'B/4.jpg'].map(found), []);
    read(['A/1.jpg', 'A/2.jpg', 'B/3.jpg']);
    await settling.runWhole(signal);
    expect(listed()).to.deep.equal(['1.jpg', '2.jpg']);
    read(['B/4.jpg']);
    await settling.runWhole(signal);
    expect(listed()).to.deep.equal(['1.jpg', '2.jpg', '3.jpg', '4.jpg']);

    const moved = files.inDir('A').get('1.jpg')!;
    files.note([found('C/1.jpg'), found('C/5.jpg')], []);
    files.remove([moved.id]);
    await settling.runWhole(signal);
    expect(listed()).to.include('1.jpg');
    files.keep(files.toRead(100).map((file) => [file, picture({ ...file, path: file.path.replace('C/1', 'A/1') })]));
    await settling.run(signal);
    expect(listed()).to.deep.equal(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']);
  });
});
