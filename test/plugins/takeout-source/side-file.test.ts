import { expect } from 'chai';
import { readSideFile, type PhotoFacts } from '../../../plugins/takeout-source/export/side-file.ts';

const read = (side: object): unknown => readSideFile(JSON.stringify(side));
const taken = { photoTakenTime: { timestamp: '1564000000' } };

describe('reading a side file', () => {
  it('returns all fields', () => {
    const side = {
      title: 'IMG_1.jpg',
      description: ' At the sea\n',
      ...taken,
      geoData: { latitude: 38.7, longitude: -9.14 },
      geoDataExif: { latitude: 1, longitude: 1 },
      people: [{ name: 'Anna Alm' }, { name: 'Bert' }, { name: 'Bert' }],
      favorited: true,
    };
    expect(read(side)).to.deep.equal({
      type: 'photo',
      title: 'IMG_1.jpg',
      caption: 'At the sea',
      takenAt: 1_564_000_000,
      location: { lat: 38.7, lng: -9.14 },
      people: ['Anna Alm', 'Bert'],
      favourite: true,
      trashed: false,
    });
  });

  it('uses the location of the camera if the user set none, and treats zeros as no location', () => {
    const zero = { latitude: 0, longitude: 0 };
    const camera = { latitude: 38.7, longitude: -9.14 };
    expect(read({ ...taken, geoData: zero, geoDataExif: camera })).to.deep.include({
      location: { lat: 38.7, lng: -9.14 },
    });
    expect(read({ ...taken, geoData: zero, geoDataExif: zero })).to.deep.include({ location: null });
  });

  it('returns times before 1970, and no time if it is invalid', () => {
    const at = (timestamp: unknown) => read({ photoTakenTime: { timestamp } });
    expect(at('-1000000')).to.include({ takenAt: -1_000_000 });
    for (const nothing of ['0', '', 'yesterday', '1e9', null, {}, '99999999999999']) {
      expect(at(nothing), JSON.stringify(nothing)).to.include({ takenAt: null });
    }
  });

  it('recognises albums, also of old exports', () => {
    expect(read({ title: 'Trip', description: '', access: 'protected' })).to.deep.equal({
      type: 'album',
      title: 'Trip',
    });
    expect(read({ albumData: { title: 'Old trip', date: {} } })).to.deep.equal({ type: 'album', title: 'Old trip' });
  });

  it('ignores the other JSON files of an export', () => {
    for (const other of [{}, [], null, 7, 'text', { title: 'x' }, { comments: [] }]) {
      expect(readSideFile(JSON.stringify(other))).to.equal(null);
    }
  });

  it('ignores fields of a wrong type', () => {
    const odd = {
      ...taken,
      title: ['IMG_1.jpg'],
      description: { toString: 'x' },
      geoData: { latitude: '38.7', longitude: 999 },
      people: [null, 'Anna', { name: 7 }, { name: '  ' }, { name: 'B'.repeat(10_000) }],
      favorited: 'true',
      trashed: 1,
    };
    const facts = readSideFile(JSON.stringify(odd)) as PhotoFacts;
    expect(facts).to.deep.include({ title: null, caption: null, location: null, favourite: false, trashed: false });
    expect(facts.people.map(({ length }) => length)).to.deep.equal([200]);
  });

  it('replaces half surrogate pairs, which the journal would store as other text', () => {
    const facts = readSideFile(
      String.raw`{"photoTakenTime":{},"title":"a\ud800","people":[{"name":"\udc00b"}]}`,
    ) as PhotoFacts;
    expect([facts.title, ...facts.people]).to.deep.equal(['a\ufffd', '\ufffdb']);
  });

  it('fails if the content is not JSON', () => {
    for (const text of ['', '{', '\0', '{"photoTakenTime":'.repeat(100_000), '['.repeat(1_000_000)]) {
      expect(() => readSideFile(text)).to.throw();
    }
  });
});
