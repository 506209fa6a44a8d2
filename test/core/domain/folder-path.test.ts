import { expect } from 'chai';
import { parseFolder, folderName, folderOf, isWithinFolder } from '../../../core/domain/folder-path.ts';

describe('folder paths', () => {
  const paths: [what: string, path: string | undefined, folder: string | null][] = [
    ['a file in folders', '2019/Lisbon/a.jpg', '2019/Lisbon'],
    ['a file at the top', 'a.jpg', ''],
    ['other scripts, dots and spaces', 'Été/日本 ../.x/a.jpg', 'Été/日本 ../.x'],
    ['combining accents', 'E\u0301te\u0301/a.jpg', 'Été'],
    ['no path', undefined, null],
    ['an empty path', '', null],
    ['an absolute path', '/etc/passwd', null],
    ['a path that leads upwards', 'a/../../b/c.jpg', null],
    ['a path with a dot as a segment', 'a/./b.jpg', null],
    ['two slashes', 'a//b.jpg', null],
    ['a folder without a file', 'a/b/', null],
    ['a line break', 'a\nb/c.jpg', null],
    ['a NUL', 'a\u0000/c.jpg', null],
    ['a lone surrogate', 'a\ud800/c.jpg', null],
    ['a name that is too long', `${'a'.repeat(256)}/c.jpg`, null],
    ['a path that is too long', `${'a/'.repeat(1100)}c.jpg`, null],
    ['too many folders', `${'a/'.repeat(64)}c.jpg`, null],
  ];
  for (const [what, path, folder] of paths) {
    it(`are parsed for ${what}`, () => {
      expect(folderOf(path)).to.equal(folder);
    });
  }

  it('are accepted with or without slashes around them', () => {
    expect(['', '/', 'a', '/a/b/', 'a/../b', 'a\u0000'].map(parseFolder)).to.deep.equal([
      '',
      '',
      'a',
      'a/b',
      null,
      null,
    ]);
  });

  it('are accepted however long the path of their photos is', () => {
    const folder = Array.from({ length: 10 }, () => 'a'.repeat(198)).join('/');
    const longest = `${folder}/${'b'.repeat(2000 - folder.length - 1)}`;
    expect(folderOf(longest)).to.equal(folder);
    expect(parseFolder(longest)).to.equal(longest);
  });

  it('contain each other by whole segments', () => {
    expect([
      isWithinFolder('a/b', 'a'),
      isWithinFolder('a', 'a'),
      isWithinFolder('ab', 'a'),
      isWithinFolder('a', 'a/b'),
      isWithinFolder('a', ''),
    ]).to.deep.equal([true, true, false, false, true]);
    expect([folderName('a/b'), folderName('a'), folderName('')]).to.deep.equal(['b', 'a', '']);
  });
});
