import { expect } from 'chai';
import type { DuplicatePhoto, PhotoItem } from '../../core/http/wire.ts';
import { bestOf, Duplicates, filesOf, restOf } from '../../web/state/photos/duplicates.ts';
import { Library, months } from './library.ts';

const library = new Library(months([2024, 6, 10]));

function photo(index: number, changes: Partial<DuplicatePhoto> = {}): DuplicatePhoto {
  return { ...library.item(index), name: `IMG_${index}.jpg`, size: 100, width: 40, height: 30, ...changes };
}

/** Groups of duplicates, loaded from a server; archiving takes effect at once. */
async function loaded(...groups: DuplicatePhoto[][]): Promise<Duplicates> {
  const setArchived = (photos: readonly PhotoItem[], archived: boolean): void => {
    duplicates.replaceAll(photos.map((item) => ({ ...item, archived })));
  };
  const duplicates = new Duplicates({
    duplicates: () =>
      Promise.resolve({
        total_groups: 2000,
        redundant_bytes: 5_000_000,
        groups: groups.map((photos, i) => ({ sha1: String(i), count: photos.length, bytes: 100, photos })),
      }),
    archive: (photos) => {
      setArchived(photos, true);
      return Promise.resolve(() => {
        setArchived(photos, false);
        return Promise.resolve();
      });
    },
  });
  await duplicates.load('same');
  return duplicates;
}

describe('duplicates', () => {
  it('propose to keep an unarchived photo, by most pixels, most bytes, favourite, tags, and plainer name', () => {
    const uidOf = (...photos: DuplicatePhoto[]): string | undefined => bestOf(photos)?.name;
    expect(uidOf(photo(0, { size: 900 }), photo(1, { width: 80 }))).to.equal('IMG_1.jpg');
    expect(uidOf(photo(0), photo(1, { size: 101 }))).to.equal('IMG_1.jpg');
    expect(uidOf(photo(0), photo(1, { favorited_by_me: true }))).to.equal('IMG_1.jpg');
    expect(uidOf(photo(0), photo(1, { tags: ['sea'] }))).to.equal('IMG_1.jpg');
    expect(uidOf(photo(0, { name: 'a (1).jpg' }), photo(1, { name: 'a.jpg' }))).to.equal('a.jpg');
    expect(uidOf(photo(0, { name: 'copy of a.jpg' }), photo(1, { name: '000000000139.jpg' }))).to.equal(
      '000000000139.jpg',
    );
    expect(uidOf(photo(0, { archived: true, width: 999 }), photo(1))).to.equal('IMG_1.jpg');
  });

  it('disappear when all but one are archived, and return with undo, with the chosen photo to keep', async () => {
    const duplicates = await loaded([photo(0), photo(1), photo(2)], [photo(3), photo(4)]);
    const [first] = duplicates.open;
    duplicates.keep(first!, photo(2).uid);
    const chosen = duplicates.open[0]!;
    expect(restOf(chosen).map(({ name }) => name)).to.deep.equal(['IMG_0.jpg', 'IMG_1.jpg']);
    const done = await duplicates.archive([chosen]);
    expect(done?.count).to.equal(2);
    expect(duplicates.open.map(({ id }) => id)).to.deep.equal(['1']);
    await done?.undo();
    expect(duplicates.open.map(({ id, keep }) => [id, keep])).to.deep.equal([
      ['0', photo(2).uid],
      ['1', photo(3).uid],
    ]);
  });

  it('show the totals of the whole library, and list the files to delete, even when all are archived', async () => {
    const duplicates = await loaded([photo(0), photo(1)]);
    await duplicates.archive(duplicates.open);
    expect(duplicates.open).to.deep.equal([]);
    expect(duplicates.totals).to.deep.equal({ groups: 2000, bytes: 5_000_000 });
    expect(duplicates.all.flatMap(filesOf).map(({ name }) => name)).to.deep.equal(['IMG_1.jpg']);
  });

  it('are those of the tab opened last, even if the response for the other tab arrives later', async () => {
    const answers = new Map<string, (groups: DuplicatePhoto[]) => void>();
    const duplicates = new Duplicates({
      duplicates: (kind) =>
        new Promise((resolve) => {
          answers.set(kind, (photos) => {
            const group = { sha1: null, count: photos.length, bytes: 100, photos };
            resolve({ total_groups: 1, redundant_bytes: photos.length, groups: [group] });
          });
        }),
      archive: () => Promise.resolve(null),
    });
    const same = duplicates.load('same');
    const near = duplicates.load('near');
    answers.get('near')?.([photo(0), photo(1)]);
    await near;
    answers.get('same')?.([photo(2), photo(3), photo(4)]);
    await same;
    expect(duplicates.all.flatMap(({ photos }) => photos.map(({ name }) => name))).to.deep.equal([
      'IMG_0.jpg',
      'IMG_1.jpg',
    ]);
    expect(duplicates.totals).to.deep.equal({ groups: 1, bytes: 2 });
  });

  it('show the size of the redundant copies, and leave out groups with a single unarchived photo', async () => {
    const duplicates = await loaded([photo(0), photo(1), photo(2)], [photo(3), photo(4, { archived: true })]);
    expect(duplicates.open.map(({ waste }) => waste)).to.deep.equal([200]);
  });
});
