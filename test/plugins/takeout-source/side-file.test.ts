import { expect } from 'chai';
import { readSideFile, type PhotoFacts } from '../../../plugins/takeout-source/export/side-file.ts';

const read = (side: object): unknown => readSideFile(JSON.stringify(side));
const taken = { photoTakenTime: { timestamp: '1564000000' } };

describe('what a side file says', () => {
  it('is read whole', () => {
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

  it('takes the place of the camera where people set none, and zeros for none', () => {
    const zero = { latitude: 0, longitude: 0 };
    const camera = { latitude: 38.7, longitude: -9.14 };
    expect(read({ ...taken, geoData: zero, geoDataExif: camera })).to.deep.include({
      location: { lat: 38.7, lng: -9.14 },
    });
    expect(read({ ...taken, geoData: zero, geoDataExif: zero })).to.deep.include({ location: null });
  });

  it('has times from before 1970, and none that says nothing', () => {
    const at = (timestamp: unknown) => read({ photoTakenTime: { timestamp } });
    expect(at('-1000000')).to.include({ takenAt: -1_000_000 });
    for (const nothing of ['0', '', 'yesterday', '1e9', null, {}, '99999999999999']) {
      expect(at(nothing), JSON.stringify(nothing)).to.include({ takenAt: null });
    }
  });

  it('tells of albums, in old exports as well', () => {
    expect(read({ title: 'Trip', description: '', access: 'protected' })).to.deep.equal({
      type: 'album',
      title: 'Trip',
    });
    expect(read({ albumData: { title: 'Old trip', date: {} } })).to.deep.equal({ type: 'album', title: 'Old trip' });
  });

  it('is nothing in the other files of an export', () => {
    for (const other of [{}, [], null, 7, 'text', { title: 'x' }, { comments: [] }]) {
      expect(readSideFile(JSON.stringify(other))).to.equal(null);
    }
  });

  it('is passed over field by field where it has another type', () => {
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

  it('holds no half of a surrogate pair, which the journal would keep as another text', () => {
    const facts = readSideFile(
      String.raw`{"photoTakenTime":{},"title":"a\ud800","people":[{"name":"\udc00b"}]}`,
    ) as PhotoFacts;
    expect([facts.title, ...facts.people]).to.deep.equal(['a\ufffd', '\ufffdb']);
  });

  it('is refused where it is no JSON', () => {
    for (const text of ['', '{', '\0', '{"photoTakenTime":'.repeat(100_000), '['.repeat(1_000_000)]) {
      expect(() => readSideFile(text)).to.throw();
    }
  });
});
