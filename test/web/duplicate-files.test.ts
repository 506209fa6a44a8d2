import { expect } from 'chai';
import type { DuplicatePhoto } from '../../core/http/wire.ts';
import { csvOf, linesOf } from '../../web/state/photos/duplicate-files.ts';

const photo = (uid: string, name: string): DuplicatePhoto =>
  ({ uid, name, size: 1000, taken_at_local: '2023-08-16T20:12:30', archived: false }) as DuplicatePhoto;

describe('the list of files to delete', () => {
  const group = {
    id: 'a',
    keep: 'kept',
    waste: 1000,
    photos: [photo('kept', 'kept.jpg'), photo('other', '=HYPERLINK("x")')],
  };

  it('names the files to delete, and not the one to keep', () => {
    expect(linesOf([group])).to.equal('=HYPERLINK("x")\t1000\t2023-08-16 20:12\tother');
  });

  it('includes archived photos, and marks them as archived', () => {
    const decided = {
      ...group,
      photos: [photo('kept', 'kept.jpg'), { ...photo('other', 'copy.jpg'), archived: true }],
    };
    expect(linesOf([decided])).to.equal('copy.jpg\t1000\t2023-08-16 20:12\tother');
    expect(csvOf([decided]).split('\r\n')).to.deep.equal([
      '"file","bytes","taken","uid","kept","archived","path"',
      '"copy.jpg","1000","2023-08-16 20:12","other","kept.jpg","yes","copy.jpg"',
      '',
    ]);
  });

  it('has the paths of files if their folders are known', () => {
    const placed = {
      ...group,
      photos: [
        { ...photo('kept', 'a.jpg'), folder: '2019/Lisbon' },
        { ...photo('other', 'a.jpg'), folder: 'Backup' },
        { ...photo('top', 'b.jpg'), folder: '' },
      ],
    };
    expect(linesOf([placed]).split('\n')).to.deep.equal([
      'Backup/a.jpg\t1000\t2023-08-16 20:12\tother',
      'b.jpg\t1000\t2023-08-16 20:12\ttop',
    ]);
    expect(csvOf([placed])).to.include('"other","2019/Lisbon/a.jpg","no","Backup/a.jpg"');
  });

  it('has one line for each file, even if a name contains tabs and line breaks', () => {
    const odd = { ...group, photos: [photo('kept', 'kept.jpg'), photo('other', 'a\tb\nc.jpg')] };
    expect(linesOf([odd])).to.equal('a b c.jpg\t1000\t2023-08-16 20:12\tother');
  });

  it('contains no formulas for spreadsheets, whatever a file is called', () => {
    const [, row] = csvOf([group]).split('\r\n');
    expect(row).to.equal(`"'=HYPERLINK(""x"")","1000","2023-08-16 20:12","other","kept.jpg","no","'=HYPERLINK(""x"")"`);
    for (const name of ['+1', '-1', '@x', '\tx']) {
      const named = { ...group, photos: [photo('kept', 'kept.jpg'), photo('other', name)] };
      expect(csvOf([named])).to.include(`"'${name}"`);
    }
  });
});
