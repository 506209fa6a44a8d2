import { writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import type { Albums, SearchResults, Signatures } from '../../core/http/wire.ts';
import type { FaceRows } from '../support/face-rows.ts';
import { withFaces } from '../support/faces-server.ts';
import type { LibraryServer } from '../support/library-server.ts';

let s: LibraryServer;
let faces: FaceRows;

const hide = (id: number, hidden = 1): void => {
  s.db
    .prepare(
      'INSERT INTO photo_flags (photo_id, hidden) VALUES (:id, :hidden) ON CONFLICT (photo_id) DO UPDATE SET hidden = :hidden',
    )
    .run({ id, hidden });
};

describe('hidden photos', () => {
  withFaces((server, rows) => {
    s = server;
    faces = rows;
  });

  const names = async (q: string, headers = s.reader): Promise<unknown> => {
    const { query } = await s.json<SearchResults>(`/api/search?q=${encodeURIComponent(q)}`, headers);
    return [query.person.map(({ name }) => name), query.place];
  };

  it('contribute no names of people or places to searches of readers as soon as they are hidden', async () => {
    const [both, secret] = [
      s.rows.add({ uid: 'a', place: 'Lisbon, Portugal' }),
      s.rows.add({ uid: 'b', place: 'Lisbon, Portugal' }),
    ];
    const [anna, zoe] = [faces.person('Anna Maria'), faces.person('Anna Zoe')];
    faces.add({ photo: both, person: anna });
    faces.add({ photo: secret, person: zoe });
    expect(await names('Anna Zoe in Lisbon')).to.deep.equal([['Anna Zoe'], ['Lisbon']]);
    // Two people share the first name, so it is ambiguous.
    expect(await names('Anna')).to.deep.equal([[], []]);
    hide(secret);
    expect(await names('Anna Zoe in Lisbon')).to.deep.equal([['Anna Maria'], ['Lisbon']]);
    expect(await names('Anna')).to.deep.equal([['Anna Maria'], []]);
    hide(both);
    expect(await names('Anna Zoe in Lisbon')).to.deep.equal([[], []]);
    expect(await names('Anna Zoe in Lisbon', s.writer)).to.deep.equal([['Anna Zoe'], ['Lisbon']]);
    hide(both, 0);
    expect(await names('Anna in Lisbon')).to.deep.equal([['Anna Maria'], ['Lisbon']]);
  });

  it('make an album invisible to readers if it has no other photos, unlike an empty album', async () => {
    const secret = s.rows.add({ uid: 'secret' });
    s.rows.album('s', 'Surprise', [secret]);
    s.rows.album('o', 'Summer', [s.rows.add({ uid: 'open' })]);
    s.rows.album('e', 'Empty', []);
    const albums = async (headers = s.reader): Promise<string[]> =>
      (await s.json<Albums>('/api/albums', headers)).albums.map(({ name }) => name).sort();
    const photos = '/api/albums/s/photos';
    expect(await albums()).to.deep.equal(['Empty', 'Summer', 'Surprise']);
    hide(secret);
    expect(await albums()).to.deep.equal(['Empty', 'Summer']);
    expect(await albums(s.writer)).to.deep.equal(['Empty', 'Summer', 'Surprise']);
    expect([(await s.get(photos)).statusCode, (await s.get(photos, s.writer)).statusCode]).to.deep.equal([404, 200]);
  });

  it('get no signed URL for readers, neither alone nor in a list with other photos', async () => {
    const secret = s.rows.add({ uid: 'secret' });
    s.rows.add({ uid: 'open' });
    const person = faces.person('Zoe');
    const face = faces.add({ photo: secret, person });
    hide(secret);
    const paths = [
      ...['secret', 'open', 'none'].flatMap((uid) => [`/api/photos/${uid}/thumb`, `/api/photos/${uid}/full`]),
      `/api/people/${person}/cover`,
      `/api/faces/${face}/crop`,
    ];
    const signed = async (headers: Record<string, string>): Promise<string[]> =>
      (JSON.parse((await s.send('POST', '/api/sign', { paths }, headers)).payload) as Signatures).urls.map(
        ({ path }) => path,
      );
    expect(await signed(s.reader)).to.deep.equal(['/api/photos/open/thumb', '/api/photos/open/full']);
    expect(await signed(s.writer)).to.deep.equal(paths.filter((path) => !path.includes('none')));
    for (const path of paths) {
      const { statusCode } = await s.send('POST', '/api/sign', { path }, s.reader);
      expect(statusCode, path).to.equal(path.includes('open') ? 200 : 404);
    }
  });

  it('are 404 for readers even at a signed URL from before, until they are shown again', async () => {
    const photo = s.rows.add({ uid: 'p' });
    const file = thumbPath(join(s.dataDir, 'thumbs'), photo);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'webp');
    const { payload } = await s.send('POST', '/api/sign', { paths: ['/api/photos/p/thumb'] }, s.reader);
    const [{ path, sig, exp } = { path: '', sig: '', exp: 0 }] = (JSON.parse(payload) as Signatures).urls;
    const status = async (): Promise<number> => (await s.server.inject(`${path}?sig=${sig}&exp=${exp}`)).statusCode;
    expect(await status()).to.equal(200);
    hide(photo);
    expect(await status()).to.equal(404);
    hide(photo, 0);
    expect(await status()).to.equal(200);
  });
});
