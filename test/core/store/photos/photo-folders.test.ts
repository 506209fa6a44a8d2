import { expect } from 'chai';
import { PhotoFolders } from '../../../../core/store/photos/photo-folders.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

describe('the list of folders', () => {
  it('has a new folder after an empty one was removed, and none once that is empty, too', () => {
    const { db, remove } = newIndex();
    try {
      const folders = new PhotoFolders(db);
      const photo = new PhotoRows(db).add({ uid: 'a' });
      const paths = (): string[] => folders.all().map(({ path }) => path);
      folders.put(photo, 'old/trip');
      expect(paths()).to.deep.equal(['old/trip']);
      folders.put(photo, null);
      folders.removeEmpty();
      folders.put(photo, 'new/party');
      expect(paths()).to.deep.equal(['new/party']);
      folders.put(photo, null);
      folders.removeEmpty();
      expect(paths()).to.deep.equal([]);
    } finally {
      remove();
    }
  });
});
