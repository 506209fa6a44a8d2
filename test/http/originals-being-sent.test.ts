import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { Album, NewShare, SharedPhotos } from '../../core/http/wire.ts';
import { DownloadsServer } from '../support/downloads-server.ts';
import { until } from '../support/until.ts';

describe('an original that is being sent', () => {
  const rig = DownloadsServer.inSuite();
  /** The streams of the store, in the order in which they were opened. */
  let bodies: Readable[];

  beforeEach(() => {
    bodies = [];
  });
  afterEach(() => {
    for (const body of bodies) body.destroy();
  });

  /** Adds a photo whose original never comes to its end. @returns its id */
  const put = (uid: string): number => {
    const id = rig.put(uid, 'photo');
    rig.source.bodies.set(uid, (content) => {
      const body = new Readable({ read: () => undefined });
      body.push('p');
      bodies.push(body);
      return { ...content, body };
    });
    return id;
  };
  const begin = async (url: string, headers = {}): Promise<Readable> => {
    const at = bodies.length;
    void rig.s.server.inject({ url, headers }).catch(() => undefined);
    await until(() => bodies[at]?.readableDidRead === true);
    return bodies[at]!;
  };
  const areOver = (all: readonly Readable[]): Promise<void> => until(() => all.every(({ destroyed }) => destroyed));
  const goOn = (all: readonly Readable[]): boolean => all.every(({ destroyed }) => !destroyed);

  it('breaks off for users who may no longer see it, and for all who are signed out', async () => {
    const { s } = rig;
    const lost: Readable[] = [];
    const stay: Readable[] = [];
    const ids = new Map(['hidden', 'kept', 'deleted', 'other'].map((uid) => [uid, put(uid)]));
    const full = (uid: string): string => `/api/photos/${uid}/full`;
    // These are asked first, so that each was asked at least once when the others are over.
    stay.push(await begin(full('other'), s.reader), await begin(full('hidden'), s.writer));
    stay.push(await begin(full('kept'), s.admin));
    for (const uid of ['hidden', 'kept', 'deleted']) lost.push(await begin(full(uid), s.reader));
    s.rows.album('surprise', 'Surprise', [ids.get('kept')!]);
    s.db.exec(`INSERT INTO withholdings (album_uid, user_id, decided_at)
      SELECT 'surprise', id, 0 FROM users WHERE username = 'read'`);
    s.db.exec(`INSERT INTO photo_flags (photo_id, hidden) SELECT id, 1 FROM photos WHERE uid = 'hidden'`);
    s.db.exec(`UPDATE photos SET deleted_at = 1 WHERE uid = 'deleted'`);
    await areOver(lost);
    expect(goOn(stay)).to.equal(true);
    s.db.exec('UPDATE users SET token_epoch = token_epoch + 1');
    await areOver(stay);
  });

  it('breaks off for guests when it leaves its share link, or the link forbids downloads or ends', async () => {
    const { s } = rig;
    await s.send('PUT', '/api/admin/sharing', { enabled: true }, s.admin);
    const sent = async (share: object): Promise<{ id: number; body: Readable }> => {
      const made = await s.send('POST', '/api/shares', { expires_at: null, download: true, ...share }, s.writer);
      const { id, url } = JSON.parse(made.payload) as NewShare;
      const link = `/api/shared/${url.slice('/s/'.length)}`;
      const { photos } = JSON.parse((await s.server.inject(`${link}/photos`)).payload) as SharedPhotos;
      return { id, body: await begin(`${link}/photos/${photos[0]!.uid}/full?download=1`) };
    };
    for (const uid of ['hidden', 'removed', 'other']) put(uid);
    const { payload } = await s.send('POST', '/api/albums', { name: 'Summer', photos: ['removed'] }, s.writer);
    const { uid: album } = JSON.parse(payload) as Album;
    const stays = await sent({ photos: ['other'] });
    const [hidden, removed] = [await sent({ photos: ['hidden'] }), await sent({ album })];
    const ended = await sent({ photos: ['other'] });
    await s.send('PATCH', '/api/photos/hidden', { hidden: true }, s.writer);
    await s.send('PUT', `/api/albums/${album}/photos`, { remove: ['removed'] }, s.writer);
    await s.send('DELETE', `/api/shares/${ended.id}`, {}, s.writer);
    await areOver([hidden, removed, ended].map(({ body }) => body));
    expect(goOn([stays.body])).to.equal(true);
    await s.send('PATCH', `/api/shares/${stays.id}`, { download: false }, s.writer);
    await areOver([stays.body]);
  });
});
