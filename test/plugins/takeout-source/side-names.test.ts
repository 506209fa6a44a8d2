import { expect } from 'chai';
import { folderKey, isByTime } from '../../../plugins/takeout-source/export/folders.ts';
import { isShort, LivePairs } from '../../../plugins/takeout-source/export/live-pairs.ts';
import { SideNames, type NamedSide } from '../../../plugins/takeout-source/export/side-names.ts';

const side = (path: string, title: string | null = null): NamedSide => ({ path, title, mtimeMs: 1 });

/** The side file that each photo is matched with. */
function sidesOf(
  sides: readonly (string | NamedSide)[],
  photos: readonly string[],
): Record<string, string | undefined> {
  const names = new SideNames<NamedSide>();
  for (const each of sides) {
    const one = typeof each === 'string' ? side(each) : each;
    names.add(one.path, one);
  }
  return Object.fromEntries(photos.map((photo) => [photo, names.of(photo)?.path]));
}

/** Each side file has the original title of its photo, without the number. */
const expectPairs = (pairs: Readonly<Record<string, string>>, others: readonly string[] = []): void => {
  const sides = Object.entries(pairs).map(([photo, path]) => side(path, photo.replace(/\(\d\)(?=\.)/, '')));
  expect(sidesOf([...sides, ...others], Object.keys(pairs))).to.deep.equal(pairs);
};

describe('side files of an export', () => {
  it('are matched by the name of their photo, whatever its case and Unicode form, and with the suffix of 2024', () => {
    expectPairs({
      'IMG_1.jpg': 'IMG_1.jpg.json',
      'IMG_2.HEIC': 'IMG_2.HEIC.supplemental-metadata.json',
      'IMG_3.jpg': 'IMG_3.JPG.json',
      'Grüße.jpg': 'Gru\u0308ße.jpg.json',
    });
  });

  it('are matched if their name is truncated to 46 characters, wherever that falls', () => {
    expectPairs({
      'PXL_20230101_123456789.jpg': 'PXL_20230101_123456789.jpg.supplemental-metada.json',
      'Screenshot_20210102-101112_Some_App.jpg': 'Screenshot_20210102-101112_Some_App.jpg.suppl.json',
      '20200101_a_name_that_is_forty_six_characters.jpg': '20200101_a_name_that_is_forty_six_characters.j.json',
      'original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.jpg': 'original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json',
    });
  });

  it('are matched if they have the number at the end that the photo has before its extension', () => {
    expectPairs({
      'IMG_1.jpg': 'IMG_1.jpg.json',
      'IMG_1(1).jpg': 'IMG_1.jpg(1).json',
      'IMG_1(2).jpg': 'IMG_1.jpg.supplemental-metadata(2).json',
      'PXL_20230101_123456789(1).jpg': 'PXL_20230101_123456789.jpg.supplemental-metada(1).json',
    });
  });

  it('are matched with photos whose own name ends with a number', () => {
    expectPairs({ 'Scan (3).jpg': 'Scan (3).jpg.json', 'Scan(4).jpg': 'Scan(4).jpg.json' }, ['Scan .jpg(3).json']);
  });

  it('are shared by a photo and its edited version, in any language', () => {
    const names = sidesOf(
      ['IMG_1.jpg.json', 'IMG_1.jpg(1).json'],
      ['IMG_1-edited.jpg', 'IMG_1-bearbeitet.jpg', 'IMG_1-modifié.jpg', 'IMG_1-edited(1).jpg', 'IMG_1-party.jpg'],
    );
    expect(names).to.deep.equal({
      'IMG_1-edited.jpg': 'IMG_1.jpg.json',
      'IMG_1-bearbeitet.jpg': 'IMG_1.jpg.json',
      'IMG_1-modifié.jpg': 'IMG_1.jpg.json',
      'IMG_1-edited(1).jpg': 'IMG_1.jpg(1).json',
      'IMG_1-party.jpg': undefined,
    });
  });

  it('are distinguished by case if both spellings exist', () => {
    expectPairs({ 'IMG_1.JPG': 'IMG_1.JPG.json', 'IMG_1.jpg': 'IMG_1.jpg.supplemental-metadata.json' });
  });

  it('with a truncated name are matched only with the photo of the same title', () => {
    const start = 'Screenshot_2019-05-05_family_reunion_at_the_la';
    const names = sidesOf(
      [side(`${start}.json`, `${start}ke_A.jpg`), side('A walk along the river with everybody who had .json')],
      [`${start}ke_A.jpg`, `${start}ke_B.jpg`, 'A walk along the river with everybody who had time.jpg'],
    );
    expect(names).to.deep.equal({
      [`${start}ke_A.jpg`]: `${start}.json`,
      [`${start}ke_B.jpg`]: undefined,
      'A walk along the river with everybody who had time.jpg': undefined,
    });
  });

  it('with a truncated name are matched by a title with characters that file names cannot have', () => {
    const title = 'What we did on Monday: rain & "sunshine" on the river? And more.jpg';
    const file = 'What we did on Monday_ rain & _sunshine_ on the';
    expect(sidesOf([side(`${file.slice(0, 46)}.json`, title)], [`${file}.jpg`])).to.deep.equal({
      [`${file}.jpg`]: `${file.slice(0, 46)}.json`,
    });
  });

  it('are taken from the newer of two exports', () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const names = new SideNames<NamedSide>();
      for (const mtimeMs of order) names.add('a.jpg.json', { path: `${3 - mtimeMs}/a.jpg.json`, title: null, mtimeMs });
      expect(names.of('a.jpg')?.path).to.equal('1/a.jpg.json');
    }
  });

  it('are not matched with other photos of a similar name', () => {
    const names = sidesOf(['IMG_1.jpg.json', 'IMG_20.jpg.supplemental-metadata.json'], ['IMG_10.jpg', 'IMG_2.jpg']);
    expect(names).to.deep.equal({ 'IMG_10.jpg': undefined, 'IMG_2.jpg': undefined });
  });
});

describe('halves of live photos in an export', () => {
  const pairs = new LivePairs<{ name: string }>();
  for (const name of ['IMG_1.HEIC', 'IMG_1.JPG', 'PXL_1.MP.jpg', 'img_3.jpg']) pairs.addStill({ name });
  const stillOf = (name: string): string | undefined => pairs.stillOf({ name })?.name;

  it('are matched by name', () => {
    expect(stillOf('IMG_1.MOV')).to.equal('IMG_1.HEIC');
    expect(stillOf('IMG_1.MP4')).to.equal('IMG_1.HEIC');
    expect(stillOf('PXL_1.MP')).to.equal('PXL_1.MP.jpg');
    expect(stillOf('IMG_3.mp4')).to.equal('img_3.jpg');
  });

  it('include a short video, judged by its duration, or by its size if the duration is unknown', () => {
    expect(isShort({ size: 30_000_000, seconds: 2.9 })).to.equal(true);
    expect(isShort({ size: 1_000_000, seconds: 20 })).to.equal(false);
    expect([4_000_000, 30_000_000].map((size) => isShort({ size, seconds: null }))).to.deep.equal([true, false]);
  });

  it('are not matched if the format or the name differs', () => {
    expect([stillOf('IMG_1.avi'), stillOf('IMG_2.MOV')]).to.deep.equal([undefined, undefined]);
  });
});

describe('folders of an export', () => {
  it('are the same folder in all parts of the export', () => {
    const parts = [
      'Takeout/Google Photos/Trip',
      'takeout-20240101T101010Z-002/Takeout/Google Photos/Trip',
      'Takeout 2/Google Photos/Trip',
      'Google Photos/Trip',
    ];
    expect(new Set(parts.map(folderKey))).to.deep.equal(new Set(['Google Photos/Trip']));
    expect(folderKey('exports/2024/takeout-20240101T101010Z-2-001/Takeout/Google Photos/Trip')).to.equal(
      'Google Photos/Trip',
    );
    for (const outer of ['Takeout exports/anna', 'Takeout 2024/google', 'Takeout/of Anna/2024', 'Takeout exports']) {
      for (const inner of ['takeout-20240101T101010Z-001/Takeout', 'takeout-20240101T101010Z-001', 'Takeout'])
        expect(folderKey(`${outer}/${inner}/Google Photos/Trip`)).to.equal('Google Photos/Trip');
    }
    for (const folder of ['Takeout', 'takeout-20240101T101010Z-001', 'Takeout (1)'])
      expect(folderKey(folder)).to.equal('');
  });

  it('are albums if only their own name begins like that of a part', () => {
    for (const album of ['Takeout lunches', 'Takeout 2', 'takeout']) {
      expect(folderKey(`Takeout/Google Photos/${album}`)).to.equal(`Google Photos/${album}`);
      expect(folderKey(`takeout-x-001/Takeout/Google Photos/${album}`)).to.equal(`Google Photos/${album}`);
    }
    for (const path of ['Takeout/Takeout lunches', 'Takeout lunches'])
      expect(folderKey(path)).to.equal('Takeout lunches');
    expect(folderKey('Google Photos/Takeout lunches')).to.equal('Google Photos/Takeout lunches');
    expect(folderKey('Takeout/Google Photos/Takeout lunches/Monday')).to.equal('Google Photos/Takeout lunches/Monday');
  });

  it('are recognised as those of a year or day that Google created, in many languages', () => {
    const years = ['Photos from 2019', 'Fotos von 2019', 'Photos de 2019', 'Fotos de 2019', 'Foto dal 2019'];
    const others = ['Foto’s uit 2019', "Foto's uit 2019", 'Fotók innen: 2019', 'Fotók innen 2019', 'Фото за 2019 год'];
    const more = ['2019 年の写真', '2019년 사진', 'Bilder från 2019', 'Ảnh từ 2019', 'Fotky z roku 2019'];
    const days = ['2019-08-03', '2019-08-03 #2'];
    for (const name of [...years, ...others, ...more, ...days]) expect(isByTime(name), name).to.equal(true);
  });

  it('are albums if users named them after a year', () => {
    for (const name of ['2019', '2019.12', '2019年', 'Italy 2019', 'Trip', '2019 was fine', 'Photos 2019']) {
      expect(isByTime(name), name).to.equal(false);
    }
  });
});
