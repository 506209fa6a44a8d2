import { expect } from 'chai';
import type { SearchResults } from '../../core/http/wire.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

/** The names of photos. Each photo exists twice: with composed characters, and with decomposed ones as on a Mac. */
const names = {
  german: 'Straße.jpg',
  polish: 'Łódź.jpg',
  norwegian: 'Tromsø.jpg',
  danish: 'Ærø.jpg',
  vietnamese: 'Đà Nẵng.jpg',
  turkish: 'Diyarbakır.jpg',
  french: 'Cœur d’été.jpg',
  greek: 'Οδός Αθηνάς.jpg',
  russian: 'Край ёлок.jpg',
  hebrew: 'שָׁלוֹם.jpg',
  arabic: 'مُحَمَّد أحمد.jpg',
  hindi: 'राम.jpg',
  marathi: 'रमा.jpg',
  tamil: 'மதுரை கோயில்.jpg',
  thai: 'กุ้งที่เชียงใหม่.jpg',
  nickname: 'กิ่ง.jpg',
  chinese: '海边日落.jpg',
  japanese: '京都旅行2019年春.jpg',
  tower: '東京タワー.jpg',
  grandmother: 'ばば.jpg',
  mother: 'はは.jpg',
  mixed: 'iPhone12で撮影.jpg',
  korean: '제주도여행.jpg',
  spaced: '부산 바다.jpg',
  plain: 'IMG_0001.jpg',
};
type Name = keyof typeof names;

describe('search in many scripts', () => {
  let s: LibraryServer;

  before(async () => {
    s = await libraryServer();
    const ids = Object.entries(names).flatMap(([uid, name]) => [
      s.rows.add({ uid, name: name.normalize('NFC') }),
      s.rows.add({ uid: `${uid} apart`, name: name.normalize('NFD') }),
    ]);
    s.container.resolve(PhotoText).refresh(ids);
  });
  after(() => s.stop());

  const search = (q: string): Promise<SearchResults> =>
    s.json<SearchResults>(`/api/search?limit=500&q=${encodeURIComponent(q)}`);
  const uids = async (q: string): Promise<string[]> => (await search(q)).results.map(({ uid }) => uid).sort();

  /** Expects that the text, in both forms, finds both photos of each of these names, and no others. */
  const finds = async (q: string, ...expected: Name[]): Promise<void> => {
    const both = expected.flatMap((name) => [name, `${name} apart`]).sort();
    for (const form of ['NFC', 'NFD']) expect(await uids(q.normalize(form)), `${q} in ${form}`).to.deep.equal(both);
  };

  it('finds names with special Latin letters by their plain spelling', async () => {
    for (const q of ['strasse', 'Straße', 'STRASSE', 'stras']) await finds(q, 'german');
    for (const q of ['Lodz', 'łódź', 'lodź']) await finds(q, 'polish');
    for (const q of ['tromso', 'Tromsø', 'trom']) await finds(q, 'norwegian');
    for (const q of ['aero', 'ærø']) await finds(q, 'danish');
    for (const q of ['da nang', '"Da Nang"', 'Đà Nẵng']) await finds(q, 'vietnamese');
    for (const q of ['diyarbakir', 'DİYARBAKIR']) await finds(q, 'turkish');
    for (const q of ['coeur', 'cœur d’ete', 'ÉTÉ']) await finds(q, 'french');
    await finds('img 0001', 'plain');
    await finds('mg');
  });

  it('ignores Greek and Cyrillic accents, and Hebrew and Arabic vowel points', async () => {
    for (const q of ['οδος', 'ΟΔΟΣ', 'Αθηνας']) await finds(q, 'greek');
    for (const q of ['край', 'краи', 'ёлок', 'елок', 'КРАЙ']) await finds(q, 'russian');
    for (const q of ['שלום', 'שָׁלוֹם']) await finds(q, 'hebrew');
    for (const q of ['محمد', 'مُحَمَّد', 'أحمد', 'احمد']) await finds(q, 'arabic');
  });

  it('distinguishes words by the vowel signs and voicing marks of other scripts', async () => {
    await finds('राम', 'hindi');
    await finds('रमा', 'marathi');
    for (const q of ['மதுரை', 'கோயில்', 'கோயி']) await finds(q, 'tamil');
    await finds('ばば', 'grandmother');
    await finds('はは', 'mother');
    await finds('ぱぱ');
    await finds('กิ่ง', 'nickname');
    await finds('กุ้ง', 'thai');
    await finds('กง');
  });

  it('finds any part of a text without spaces', async () => {
    for (const q of ['京都', '旅行', '都旅', '京都旅行', '"京都"', '京都旅行2019年', '2019年', '年春', '旅行 京都'])
      await finds(q, 'japanese');
    for (const q of ['海边', '日落', '边日', '海边日落']) await finds(q, 'chinese');
    for (const q of ['東京', 'タワー', 'ワー', '東京タワー']) await finds(q, 'tower');
    for (const q of ['撮影', 'iPhone12', 'iphone12で']) await finds(q, 'mixed');
    for (const q of ['제주', '제주도', '여행', '제주도여행']) await finds(q, 'korean');
    for (const q of ['바다', '부산', '부산 바다', '"부산 바다"', '바다 부산']) await finds(q, 'spaced');
    for (const q of ['เชียงใหม่', 'ใหม่', 'กุ้งที่']) await finds(q, 'thai');
    for (const q of ['京行', '東京旅行', '年2019', '"바다 부산"', '旅行2019年夏']) await finds(q);
  });

  it('finds a single character anywhere', async () => {
    await finds('京', 'japanese', 'tower');
    await finds('都', 'japanese');
    await finds('春', 'japanese');
    await finds('日', 'chinese');
    await finds('주', 'korean');
    await finds('ง', 'thai', 'nickname');
    await finds('夏');
  });

  it('says which text matched, as it is written', async () => {
    for (const [q, name] of [
      ['strasse', 'german'],
      ['旅行', 'japanese'],
      ['京', 'tower'],
      ['राम', 'hindi'],
      ['край', 'russian'],
    ] as const) {
      const { results } = await search(q);
      const photo = results.find(({ uid }) => uid === `${name} apart`);
      expect(photo?.why, q).to.deep.equal([{ kind: 'name', text: names[name].normalize('NFD') }]);
    }
  });

  it('finds captions, tags and albums in the same way', async () => {
    await s.send('PATCH', '/api/photos/plain', { caption: 'Kaffee in Łódź' }, s.writer);
    await s.send('PUT', '/api/photos/plain/tags', { tags: ['Smørrebrød', '花火大会'] }, s.writer);
    s.rows.album('winter', '겨울 제주도여행'.normalize('NFD'), [s.rows.add({ uid: 'snow' })]);
    const { id } = s.db.prepare("SELECT id FROM photos WHERE uid = 'snow'").get() as { id: number };
    s.container.resolve(PhotoText).refresh([id]);
    for (const q of ['kaffee lodz', 'smorrebrod', '花火', '大会']) expect(await uids(q), q).to.deep.equal(['plain']);
    expect(await uids('겨울 여행')).to.deep.equal(['snow']);
  });

  it('distinguishes people whose names differ only in such marks, and finds others without accents', async () => {
    const people = ['ぱぱ', 'ばば', 'はは', 'กิ่ง', 'กุ้ง', 'राम', 'रमा', 'Zoë', 'Андрей'];
    for (const [at, name] of people.entries()) s.rows.person(name, [s.rows.add({ uid: `of ${at}` })]);
    for (const [at, name] of people.entries()) {
      for (const form of ['NFC', 'NFD']) {
        const { query, results } = await search(name.normalize(form));
        expect([query.person.map((person) => person.name), results.map(({ uid }) => uid)], name).to.deep.equal([
          [name],
          [`of ${at}`],
        ]);
      }
    }
    for (const q of ['zoe', 'Андреи']) expect((await search(q)).query.person, q).to.have.length(1);
  });
});
