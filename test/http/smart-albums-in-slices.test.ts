import { expect } from 'chai';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

/** The number of slices in which the photos of a thing are read. A slice has 5000. */
const slices = 4;
const things = ['dog', 'cat', 'car', 'tree', 'bird', 'boat', 'horse', 'bicycle', 'bus'] as const;

describe('albums whose rule names a thing that is in thousands of photos', () => {
  let s: LibraryServer;
  const unread: string[] = [...things];

  before(async () => {
    s = await libraryServer();
    s.rows.add({ uid: 'p0' });
    const columns = (s.db.pragma('table_xinfo(photos)') as { name: string; hidden: number }[])
      .filter(({ name, hidden }) => hidden === 0 && name !== 'id')
      .map(({ name }) => name);
    const values = columns.map((name) => (name === 'uid' ? "'p' || n.at" : name === 'sha1' ? 'NULL' : name)).join();
    const numbers = `WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${slices * 5000})`;
    s.db.transaction(() => {
      s.db.exec(`${numbers} INSERT INTO photos (${columns.join()}) SELECT ${values} FROM photos p CROSS JOIN n`);
      for (const [at, name] of things.entries()) {
        s.db.prepare('INSERT INTO labels (id, name) VALUES (?, ?)').run(at + 1, name);
        s.db
          .prepare(`INSERT INTO photo_labels (photo_id, label_id, score, shown) SELECT id, ?, 0.9, 1 FROM photos`)
          .run(at + 1);
      }
    })();
    await s.send('PUT', '/api/admin/sharing', { enabled: true }, s.admin);
    await s.get('/api/photos', s.writer);
  });
  after(() => s.stop());

  let albums = 0;
  const album = (rule: object): string => {
    const uid = `own-${(albums += 1)}`;
    const sql = "INSERT INTO own_albums (id, uid, name, rule, made_by, made_at) VALUES (?, ?, 'Seen', ?, 1, 0)";
    s.db.prepare(sql).run(-100 - albums, uid, JSON.stringify(rule));
    return uid;
  };
  /** An album with the photos of a thing, which have not been read yet. */
  const unreadAlbum = (): string => album({ things: [unread.shift()] });
  /** Returns how often other work could run during a request. */
  const turnsOf = async (
    ask: () => Promise<{ statusCode: number; payload: string }>,
    wanted: readonly number[] = [200, 201],
  ): Promise<number> => {
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const { statusCode, payload } = await ask();
    isOver = true;
    expect(wanted, payload).to.include(statusCode);
    return turns;
  };

  const requests: Record<string, () => Promise<{ statusCode: number; payload: string }>> = {
    'is made': () => s.send('POST', '/api/albums', { name: 'Seen', rule: { things: [unread.shift()] } }),
    'is changed': () => s.send('PATCH', `/api/albums/${unreadAlbum()}`, { name: 'Renamed' }),
    'gets another rule': () => {
      const uid = album({ kind: 'video' });
      return s.send('PATCH', `/api/albums/${uid}`, { rule: { things: [unread.shift()] } });
    },
    'is deleted': () => s.send('DELETE', `/api/albums/${unreadAlbum()}`, {}),
    'is shared': () => s.send('POST', '/api/shares', { album: unreadAlbum(), expires_at: null }),
    'is hidden by a user': () => s.send('PUT', `/api/albums/${unreadAlbum()}/hidden_by_me`, { hidden_by_me: true }),
    'is left out of the timeline': () => {
      s.db.prepare('INSERT INTO albums_off_timeline (album_uid) VALUES (?)').run(unreadAlbum());
      return s.get('/api/photos', s.writer);
    },
    'is kept from readers': () => {
      s.db.prepare('INSERT INTO withholdings (album_uid, decided_at) VALUES (?, 0)').run(unreadAlbum());
      return s.get('/api/photos', s.reader);
    },
  };
  for (const [what, ask] of Object.entries(requests)) {
    it(`let other work run while their photos are read for the first time because one ${what}`, async () => {
      expect(await turnsOf(ask)).to.be.at.least(slices);
    });
  }

  it('let other work run while their photos are read for the first time for a photo that is kept from readers', async () => {
    s.db.prepare('INSERT INTO withholdings (album_uid, decided_at) VALUES (?, 0)').run(unreadAlbum());
    expect(await turnsOf(() => s.get('/api/photos/p0/thumb', s.reader), [404])).to.be.at.least(slices);
  });

  it('do not affect other requests if a rule cannot be read, as in a corrupt index', async () => {
    const uid = album({ things: [] });
    s.db.prepare("UPDATE own_albums SET rule = '{' WHERE uid = ?").run(uid);
    s.db.prepare('INSERT INTO withholdings (album_uid, decided_at) VALUES (?, 0)').run(uid);
    const statusOf = async (url: string) => (await s.get(url, s.admin)).statusCode;
    expect(await statusOf('/api/admin/users')).to.equal(200);
    expect(await statusOf(`/api/albums/${uid}/photos`)).to.equal(500);
  });
});
