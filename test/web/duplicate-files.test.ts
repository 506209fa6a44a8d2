import { expect } from 'chai';
import type { DuplicatePhoto } from '../../core/http/wire.ts';
import { csvOf, linesOf } from '../../web/state/photos/duplicate-files.ts';

const photo = (uid: string, name: string): DuplicatePhoto =>
  ({ uid, name, size: 1000, archived: false }) as DuplicatePhoto;

describe('the list of files to delete', () => {
  const group = {
    id: 'a',
    keep: 'kept',
    waste: 1000,
    photos: [photo('kept', 'kept.jpg'), photo('other', '=HYPERLINK("x")')],
  };

  it('names what does not stay, and not what does', () => {
    expect(linesOf([group])).to.equal('=HYPERLINK("x")\t1000\tother');
  });

  it('has what is in the archive already, and says so', () => {
    const decided = {
      ...group,
      photos: [photo('kept', 'kept.jpg'), { ...photo('other', 'copy.jpg'), archived: true }],
    };
    expect(linesOf([decided])).to.equal('copy.jpg\t1000\tother');
    expect(csvOf([decided]).split('\r\n')).to.deep.equal([
      '"file","bytes","uid","kept","archived"',
      '"copy.jpg","1000","other","kept.jpg","yes"',
      '',
    ]);
  });

  it('has one line for each file, whatever the file is called', () => {
    const odd = { ...group, photos: [photo('kept', 'kept.jpg'), photo('other', 'a\tb\nc.jpg')] };
    expect(linesOf([odd])).to.equal('a b c.jpg\t1000\tother');
  });

  it('is no formula for a spreadsheet, whatever a file is called', () => {
    const [, row] = csvOf([group]).split('\r\n');
    expect(row).to.equal(`"'=HYPERLINK(""x"")","1000","other","kept.jpg","no"`);
    for (const name of ['+1', '-1', '@x', '\tx']) {
      const named = { ...group, photos: [photo('kept', 'kept.jpg'), photo('other', name)] };
      expect(csvOf([named])).to.include(`"'${name}"`);
    }
  });
});
