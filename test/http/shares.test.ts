import { expect } from 'chai';
import type { Share, Shares } from '../../core/http/wire.ts';
import { libraryServer } from '../support/library-server.ts';
import { ShareHouse } from '../support/share-house.ts';

describe('share links', () => {
  let house: ShareHouse;

  beforeEach(async () => {
    house = await ShareHouse.open();
  });
  afterEach(() => house.stop());

  const listed = async (headers = house.server.writer): Promise<Share[]> =>
    (await house.server.json<Shares>('/api/shares', headers)).shares;

  it('are off until an admin switches them on', async () => {
    const fresh = await libraryServer();
    try {
      fresh.rows.add({ uid: 'a' });
      expect((await fresh.json<Shares>('/api/shares', fresh.writer)).enabled).to.equal(false);
      const share = () => fresh.send('POST', '/api/shares', { photos: ['a'], expires_at: null });
      expect((await share()).statusCode).to.equal(409);
      expect((await fresh.send('PUT', '/api/admin/sharing', { enabled: true })).statusCode, 'by a writer').to.equal(
        403,
      );
      await fresh.send('PUT', '/api/admin/sharing', { enabled: true }, fresh.admin);
      expect((await share()).statusCode).to.equal(201);
    } finally {
      await fresh.stop();
    }
  });

  it('are listed for their makers and for admins, with their contents, views and downloads', async () => {
    house.photo('a');
    house.server.rows.album('al', 'Summer', [house.photo('b')]);
    const expires_at = house.server.now + 86_400;
    await house.share({
      photos: ['a', 'a-that-is-none'],
      name: ' For Grandma ',
      password: 'guests of ours',
      expires_at,
    });
    const ofAdmin = await house.share({ album: 'al', download: true, details: true }, house.server.admin);
    expect((await listed()).map((share) => ({ ...share, id: 0 }))).to.deep.equal([
      {
        ...{ id: 0, name: 'For Grandma', maker: 'write', own: true, album: null, album_name: null, count: 1 },
        ...{ download: false, details: false, include_archived: true, has_password: true, expires_at },
        ...{ created_at: house.server.now, views: 0, downloads: 0, last_seen_at: null, state: 'open' },
      },
    ]);
    const all = await listed(house.server.admin);
    expect(all.map(({ maker, own, album_name }) => [maker, own, album_name])).to.deep.equal([
      ['admin', true, 'Summer'],
      ['write', false, null],
    ]);
    await ofAdmin.photos();
    await ofAdmin.photos();
    await ofAdmin.get('/photos', {}, '192.0.2.200');
    house.server.now += 1;
    const [photo] = await ofAdmin.photos();
    await ofAdmin.get(`/photos/${photo!.uid}/full?download=1`);
    for (const path of ['/photos', `/photos/${photo!.uid}/full?download=1`]) {
      const head = await house.server.server.inject({ method: 'HEAD', url: ofAdmin.api + path });
      expect(head.statusCode).to.equal(200);
    }
    const [seen] = await listed(house.server.admin);
    expect([seen!.views, seen!.downloads, seen!.last_seen_at]).to.deep.equal([2, 1, house.server.now - 1]);
  });

  it('lose their name when it is set to an empty text, spaces or null', async () => {
    house.photo('named');
    await house.share({ photos: ['named'], name: 'Summer' });
    const id = (await listed())[0]!.id;
    const change = async (name: string | null): Promise<string | null> => {
      const url = `/api/shares/${id}`;
      const headers = house.server.writer;
      const answer = await house.server.server.inject({ method: 'PATCH', url, headers, payload: { name } });
      expect(answer.statusCode, answer.payload).to.equal(200);
      return (JSON.parse(answer.payload) as { name: string | null }).name;
    };
    for (const name of ['', '  ', null]) {
      expect(await change('Summer')).to.equal('Summer');
      expect(await change(name)).to.equal(null);
    }
  });

  it('can be changed and revoked by their makers and by admins, and do not exist for others', async () => {
    house.photo('a');
    const [ofWriter, ofAdmin] = [
      await house.share({ photos: ['a'] }),
      await house.share({ photos: ['a'] }, house.server.admin),
    ];
    const at = (id: number): string => `/api/shares/${id}`;
    for (const method of ['PATCH', 'DELETE'] as const) {
      const answer = await house.server.send(method, at(ofAdmin.made.id), {});
      expect([answer.statusCode, answer.headers['x-error-kind']]).to.deep.equal([404, 'no_such_share']);
    }
    expect(
      JSON.parse((await house.server.send('PATCH', at(ofWriter.made.id), { name: 'x' }, house.server.admin)).payload),
    ).to.include({ name: 'x', download: false });
    expect((await house.server.send('DELETE', at(ofWriter.made.id), {}, house.server.admin)).statusCode).to.equal(200);
    expect(await listed()).to.deep.equal([]);
  });

  it('cannot be created with nothing, with things that do not exist or with too many photos', async () => {
    house.photo('a');
    const tries: [object, number][] = [
      [{}, 400],
      [{ photos: [] }, 400],
      [{ photos: ['a'], album: 'al' }, 400],
      [{ photos: ['none'] }, 404],
      [{ album: 'none' }, 404],
      [{ photos: ['a'], expires_at: house.server.now }, 400],
      [{ photos: ['a', 'a'] }, 400],
      [{ photos: Array.from({ length: 5001 }, (_, at) => `p${at}`) }, 400],
      [{ photos: ['a'], token: 'mine' }, 400],
    ];
    for (const [body, status] of tries) {
      const answer = await house.server.send('POST', '/api/shares', { expires_at: null, ...body });
      expect(answer.statusCode, JSON.stringify(body).slice(0, 80)).to.equal(status);
    }
    expect((await house.server.send('POST', '/api/shares', { photos: ['a'] })).statusCode).to.equal(400);
  });

  it('can have 5000 photos with long uids', async () => {
    const uids = Array.from({ length: 5000 }, (_, at) => `volume~${String(at).padStart(100, '0')}`);
    for (const uid of uids) house.server.rows.add({ uid });
    const link = await house.share({ photos: uids });
    expect((await link.facts()).count).to.equal(5000);
    const page = await link.get('/photos?limit=1000&offset=4500');
    expect((JSON.parse(page.payload) as { photos: unknown[] }).photos).to.have.length(500);
  });
});
