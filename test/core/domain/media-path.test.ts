import { expect } from 'chai';
import { canonicalMediaPath } from '../../../core/domain/media-path.ts';

describe('the path of a media file', () => {
  for (const path of [
    '/api/photos/p-1_a~b.c/thumb',
    '/api/photos/p1/full',
    '/api/people/12/cover',
    '/api/faces/9007199254740991/crop',
  ]) {
    it(`${path} is already canonical`, () => {
      expect(canonicalMediaPath(path)).to.equal(path);
    });
  }

  it('has one canonical spelling, however its uid is encoded', () => {
    const spellings = ['/api/photos/a=b/thumb', '/api/photos/a%3Db/thumb', '/api/photos/a%3db/thumb'];
    expect(new Set(spellings.map(canonicalMediaPath)).size).to.equal(1);
  });

  for (const path of [
    '/api/photos/p1',
    '/api/photos/p1/meta',
    '/api/photos/p1/thumb/',
    '/api/photos/p1/thumb?x=1',
    '/api/photos/a/b/thumb',
    '/api/photos//thumb',
    '/api/photos/%/thumb',
    '/api/people/anna/cover',
    '/api/people/1/crop',
    '/api/people/9999999999999999/cover',
    '/api/faces/1/cover',
    'http://other.example/api/photos/p1/thumb',
    '/API/photos/p1/thumb',
    '/api/photos/p1/thumb\n',
    '',
  ]) {
    it(`is not ${JSON.stringify(path)}`, () => {
      expect(canonicalMediaPath(path)).to.equal(null);
    });
  }
});
