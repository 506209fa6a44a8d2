import { expect } from 'chai';
import type { Photo, PhotoItem } from '../../core/http/wire.ts';
import { Ahead } from '../../web/state/viewer/ahead.ts';
import { Library, months, settled } from './library.ts';

const library = new Library(months([2024, 6, 9]));
const item = (index: number): PhotoItem => ({ ...library.item(index), thumb_url: `/thumb/${index}` });

function prepared(mime = 'image/jpeg', savesData = false): { ahead: Ahead; fetched: string[]; givenUp: string[] } {
  const fetched: string[] = [];
  const givenUp: string[] = [];
  const ahead = new Ahead({
    photo: (uid) => Promise.resolve({ uid, mime, size: 1000, kind: 'image', rotation: 0 } as Photo),
    sign: () => Promise.resolve({ sig: 's', exp: 1 }),
    fetchPicture: (url) => {
      fetched.push(url);
      return () => givenUp.push(url);
    },
    savesData: () => savesData,
  });
  return { ahead, fetched, givenUp };
}

describe('preloading the neighbours of the open photo', () => {
  it('fetches each picture once, and aborts those no longer needed after moving on', async () => {
    const { ahead, fetched, givenUp } = prepared();
    ahead.prepare([item(2), item(0)], item(1).uid);
    await settled();
    expect(fetched).to.deep.equal([
      '/thumb/2',
      '/thumb/0',
      `/api/photos/${item(2).uid}/full?sig=s&exp=1`,
      `/api/photos/${item(0).uid}/full?sig=s&exp=1`,
    ]);
    ahead.prepare([item(3), item(1)], item(2).uid);
    await settled();
    expect(givenUp).to.deep.equal(['/thumb/0', `/api/photos/${item(0).uid}/full?sig=s&exp=1`]);
    expect(ahead.urlsOf(item(2).uid)?.view).to.include('/full?');
    expect(ahead.urlsOf(item(0).uid)).to.equal(null);
  });

  it('fetches only thumbnails if the server would have to convert the photo, or if the browser saves data', async () => {
    const heic = prepared('image/heic');
    heic.ahead.prepare([item(2)], null);
    await settled();
    expect(heic.fetched).to.deep.equal(['/thumb/2']);
    expect(heic.ahead.urlsOf(item(2).uid)?.view).to.include('format=jpeg');
    const dear = prepared('image/jpeg', true);
    dear.ahead.prepare([item(2)], null);
    await settled();
    expect(dear.fetched).to.deep.equal(['/thumb/2']);
  });
});
