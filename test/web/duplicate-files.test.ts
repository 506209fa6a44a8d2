import { expect } from 'chai';
import type { DuplicatePhoto } from '../../core/http/wire.ts';
import { csvOf, namesOf } from '../../web/state/photos/duplicate-files.ts';

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
    expect(namesOf([group])).to.equal('=HYPERLINK("x")');
  });

  it('is no formula for a spreadsheet, whatever a file is called', () => {
    const [, row] = csvOf([group]).split('\r\n');
    expect(row).to.equal(`"'=HYPERLINK(""x"")","1000","other","kept.jpg"`);
    for (const name of ['+1', '-1', '@x', '\tx']) {
      const named = { ...group, photos: [photo('kept', 'kept.jpg'), photo('other', name)] };
      expect(csvOf([named])).to.include(`"'${name}"`);
    }
  });
});
