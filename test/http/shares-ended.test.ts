import { expect } from 'chai';
import { ShareHouse, type Link } from '../support/share-house.ts';

describe('a share link', () => {
  let house: ShareHouse;
  let link: Link;
  let paths: string[];

  beforeEach(async () => {
    house = await ShareHouse.open();
    house.photo('a');
    link = await house.share({ photos: ['a'], download: true });
    const [photo] = await link.photos();
    paths = ['', '/photos', `/photos/${photo!.uid}/thumb`, `/photos/${photo!.uid}/full?download=1`];
  });
  afterEach(() => house.stop());

  const isOpen = async (): Promise<boolean> => {
    const statuses = await link.statuses(paths);
    expect(new Set(statuses).size, statuses.join()).to.equal(1);
    return statuses[0] === 200;
  };
  const userOf = (role: string): number =>
    house.server.db.prepare<[string], number>('SELECT id FROM users WHERE username = ?').pluck().get(role)!;
  const administer = (method: 'PATCH' | 'DELETE', payload: object) =>
    house.server.send(method, `/api/admin/users/${userOf('write')}`, payload, house.server.admin);

  it('opens nothing once it is revoked', async () => {
    expect(await isOpen()).to.equal(true);
    expect((await house.server.send('DELETE', `/api/shares/${link.made.id}`, {})).statusCode).to.equal(200);
    expect(await isOpen()).to.equal(false);
  });

  it('opens nothing after it expired, and opens its photos again when it is extended', async () => {
    const change = (expires_at: number | null) =>
      house.server.send('PATCH', `/api/shares/${link.made.id}`, { expires_at });
    await change(house.server.now + 60);
    house.server.now += 59;
    expect(await isOpen()).to.equal(true);
    house.server.now += 1;
    expect(await isOpen()).to.equal(false);
    expect((await change(house.server.now)).statusCode, 'no time at all').to.equal(400);
    await change(house.server.now + 60);
    expect(await isOpen()).to.equal(true);
  });

  it('opens nothing while sharing is off, when none can be created', async () => {
    await house.sharing(false);
    expect(await isOpen()).to.equal(false);
    const answer = await house.server.send('POST', '/api/shares', { photos: ['a'], expires_at: null });
    expect([answer.statusCode, answer.headers['x-error-kind']]).to.deep.equal([409, 'sharing_off']);
    await house.sharing(true);
    expect(await isOpen()).to.equal(true);
  });

  it('opens nothing while its maker is not allowed to share', async () => {
    await administer('PATCH', { role: 'read' });
    expect(await isOpen()).to.equal(false);
    await administer('PATCH', { role: 'write' });
    expect(await isOpen()).to.equal(true);
    await administer('PATCH', { disabled: true });
    expect(await isOpen()).to.equal(false);
  });

  it('is deleted with its maker', async () => {
    await administer('DELETE', {});
    expect(await isOpen()).to.equal(false);
    expect(house.server.db.prepare('SELECT count(*) FROM share_photos').pluck().get()).to.equal(0);
  });

  it('gives the same response after it ended as a link that never existed, whatever ended it', async () => {
    const never = await link.get('').then(() => house.server.get(`/api/shared/${'A'.repeat(43)}`, {}));
    const withoutDate = (headers: object) => ({ ...headers, date: undefined });
    const expectSame = async (): Promise<void> => {
      for (const path of paths) {
        const answer = await link.get(path);
        expect([answer.statusCode, answer.payload]).to.deep.equal([never.statusCode, never.payload]);
        expect(withoutDate(answer.headers)).to.deep.equal(withoutDate(never.headers));
      }
    };
    await house.sharing(false);
    await expectSame();
    await house.sharing(true);
    await house.server.send('PATCH', `/api/shares/${link.made.id}`, { expires_at: house.server.now + 1 });
    house.server.now += 1;
    await expectSame();
    await house.server.send('DELETE', `/api/shares/${link.made.id}`, {});
    await expectSame();
  });

  it('is only cached with revalidation, which fails once the link has ended', async () => {
    for (const path of paths.slice(2)) {
      const first = await link.get(path);
      expect(first.headers['cache-control'], path).to.equal('private, no-cache');
      const etag = String(first.headers['etag']);
      expect((await link.get(path, { 'if-none-match': etag })).statusCode).to.equal(304);
    }
    for (const path of paths.slice(0, 2)) expect((await link.get(path)).headers['cache-control']).to.equal('no-store');
    const tags = await Promise.all(paths.map(async (path) => String((await link.get(path)).headers['etag'])));
    await house.sharing(false);
    for (const [at, path] of paths.entries()) {
      for (const headers of [{ 'if-none-match': tags[at]! }, { 'if-none-match': '*' }, { range: 'bytes=0-1' }]) {
        const answer = await link.get(path, headers);
        expect([answer.statusCode, answer.headers['cache-control']]).to.deep.equal([404, 'no-store']);
      }
      const head = await house.server.server.inject({ method: 'HEAD', url: link.api + path });
      expect([head.statusCode, head.payload]).to.deep.equal([404, '']);
    }
  });

  it('is not revealed to other sites and search engines', async () => {
    const wanted = {
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    };
    for (const path of [...paths, '/nothing']) expect((await link.get(path)).headers, path).to.include(wanted);
    expect((await house.server.get(link.made.url, {})).headers).to.include(wanted);
    expect((await house.server.get(`/%73/${link.token}`, {})).headers).to.include(wanted);
  });

  it('is stored only as a hash, and returned by no list', async () => {
    const { token } = link;
    expect(Buffer.from(token, 'base64url')).to.have.length(32);
    const rows = house.server.db.prepare<[], Record<string, unknown>>('SELECT * FROM shares').all();
    const text = JSON.stringify(rows.map((row) => Object.values(row).map(String)));
    expect(text).not.to.contain(token);
    const { payload } = await house.server.get('/api/shares', house.server.writer);
    expect(payload).not.to.contain(token);
    const hash = rows[0]!['token_hash'] as Buffer;
    for (const spelling of [hash.toString('hex'), hash.toString('base64url')]) {
      expect((await house.server.get(`/api/shared/${spelling}`, {})).statusCode).to.equal(404);
      expect(payload).not.to.contain(spelling);
    }
  });
});
