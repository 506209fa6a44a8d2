import { expect } from 'chai';
import fc from 'fast-check';
import { NamesApart, safeFileName } from '../../../core/domain/zip-names.ts';

describe('names of files in an archive', () => {
  const safe: [what: string, name: string, safe: string][] = [
    ['a usual name', 'IMG_0001.JPG', 'IMG_0001.JPG'],
    ['other scripts and emoji', 'Grüße 日本 🌅.jpg', 'Grüße 日本 🌅.jpg'],
    ['combining accents', 'Cafe\u0301.jpg', 'Caf\u00e9.jpg'],
    ['a path', '../../etc/passwd', '_.._etc_passwd'],
    ['a Windows path', 'C:\\Users\\a.jpg', 'C__Users_a.jpg'],
    ['characters that Windows reserves', 'a?b*c<d>e|f"g.jpg', 'a_b_c_d_e_f_g.jpg'],
    ['a Windows device', 'con.jpg', '_con.jpg'],
    ['a numbered device without a suffix', 'LPT1', '_LPT1'],
    ['a word that begins like a device', 'console.jpg', 'console.jpg'],
    ['control characters', 'a\u0000b\nc\u007f.jpg', 'abc.jpg'],
    ['a right-to-left override', 'photo\u202egpj.exe', 'photogpj.exe'],
    ['leading dots', '.hidden.jpg', 'hidden.jpg'],
    ['dots and spaces at the end', 'a.jpg . .', 'a.jpg'],
    ['an empty name', '', 'photo'],
    ['dots alone', '...', 'photo'],
    ['a lone surrogate', 'a\ud800b.jpg', 'a\ufffdb.jpg'],
  ];
  for (const [what, name, expected] of safe) {
    it(`are safe for ${what}`, () => {
      expect(safeFileName(name)).to.equal(expected);
    });
  }

  it('are truncated between characters, and keep their suffix', () => {
    const name = safeFileName(`${'日'.repeat(200)}.jpeg`);
    expect(name).to.match(/^日+\.jpeg$/);
    expect(Buffer.byteLength(name)).to.be.within(236, 240);
  });

  it('are made unique regardless of case, and of whether accents are composed', () => {
    const names = new NamesApart();
    const given = ['a.jpg', 'A.JPG', 'a.jpg', 'a (2).jpg', 'Straße', 'STRASSE', 'b'].map((name) => names.take(name));
    expect(given).to.deep.equal(['a.jpg', 'A (2).JPG', 'a (3).jpg', 'a (2) (2).jpg', 'Straße', 'STRASSE (2)', 'b']);
    expect(['Caf\u00e9', 'Cafe\u0301', 'CAFE\u0301'].map((name) => names.take(name))).to.deep.equal([
      ...['Caf\u00e9', 'Cafe\u0301 (2)', 'CAFE\u0301 (3)'],
    ]);
  });

  it('are safe and unique for any file names', () => {
    const part = fc.constantFrom(
      'a',
      'A',
      '.',
      ' ',
      '/',
      '\\',
      ':',
      '(2)',
      '.jpg',
      'con',
      '\u202e',
      '\n',
      '日',
      'ß',
      'SS',
    );
    const anyName = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(part).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 30 }), (wild) => {
        const names = new NamesApart();
        const given = wild.map((name) => names.take(safeFileName(name)));
        expect(new Set(given.map((name) => name.toLowerCase())).size).to.equal(given.length);
        for (const name of given) {
          expect(name).to.match(/^[^/\\:*?"<>|\p{Cc}\p{Cs}\u202a-\u202e]+$/u);
          expect(name).to.not.match(/^[\s.]|[\s.]$/u);
          expect(Buffer.byteLength(name)).to.be.at.most(255);
        }
      }),
    );
  });
});
