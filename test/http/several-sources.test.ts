import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import type { ChecksAnswer, Overview, PhotoList, Status } from '../../core/http/wire.ts';
import { SourceError } from '../../core/plugin-api/errors.ts';
import type { LibraryPage, PluginHost } from '../../core/plugin-api/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MemorySource } from '../support/memory-source.ts';
import { plainPictures } from '../support/pictures.ts';
import { until } from '../support/until.ts';

const fixture = (name: string): string => `test/fixtures/plugins/${name}`;

describe('a library with a folder and a phone as photo sources', function () {
  const folder = 'photofinch-folder-source';
  let app: TestApp;
  let phone: MemorySource;

  beforeEach(async () => {
    phone = new MemorySource();
    for (const [index, picture] of (await plainPictures(3)).entries()) phone.put(`p${index}`, picture);
    app = await startTestApp({
      photos: 2,
      environment: {
        PLUGINS: ['folder-source', 'handed-over', 'listener'].map(fixture).join(','),
        SYNC_INTERVAL: '1d',
      },
      handedOver: { provided: { 'photo-source': phone } },
    });
    await until(async () => (await list()).length === 5 && (await status()).pending === 0);
  });
  afterEach(() => app.stop());

  const json = async <T>(method: string, url: string, payload?: unknown): Promise<T> => {
    const answer = await app.call(method, url, { as: 'admin', payload });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as T;
  };
  const status = () => json<Status>('GET', '/api/status');
  const list = async () => (await json<PhotoList>('GET', '/api/photos')).photos;
  const uids = async (isPhone: boolean): Promise<string[]> =>
    (await list()).map(({ uid }) => uid).filter((uid) => uid.includes('~') === isPhone);
  const full = async (uid: string): Promise<number> =>
    (await app.call('GET', `/api/photos/${encodeURIComponent(uid)}/full`, { as: 'read' })).statusCode;
  const away = (): never => {
    throw new SourceError('unreachable', 'The phone is off.');
  };
  const turnOff = (): void => {
    for (const method of ['health', 'open', 'timeline', 'changes', 'nodes'] as const) phone.faults.set(method, away);
  };
  const source = (name: string, reachable: boolean, photos: number) => ({
    name,
    reachable,
    loggedIn: reachable,
    photos,
  });
  /** On a busy machine, the folder may seem unreachable for a moment, too. */
  const untilTold = async (ask: () => Promise<{ sources?: object[] }>, expected: object[]): Promise<void> => {
    let sources: object[] | undefined;
    try {
      await until(async () => {
        ({ sources } = await ask());
        return isDeepStrictEqual(sources, expected);
      });
    } finally {
      expect(sources).to.deep.equal(expected);
    }
  };

  it('reports the state of each source and the number of its photos', async () => {
    await until(async () => (await status()).bridge.reachable);
    await untilTold(status, [source(folder, true, 2), source('handed-over', true, 3)]);
    turnOff();
    await until(async () => !(await status()).bridge.reachable);
    await untilTold(status, [source(folder, true, 2), source('handed-over', false, 3)]);
    await untilTold(
      () => json<Overview>('GET', '/api/admin/overview'),
      [
        { ...source(folder, true, 2), loaded: true, leaving: false },
        { ...source('handed-over', false, 3), loaded: true, leaving: false },
      ],
    );
  });

  it('counts hidden photos only in the overview for admins', async () => {
    const [uid] = await uids(true);
    await json('PATCH', `/api/photos/${encodeURIComponent(uid!)}`, { hidden: true });
    await until(async () => (await status()).sources?.[1]?.photos === 2);
    expect((await json<Overview>('GET', '/api/admin/overview')).sources?.[1]?.photos).to.equal(3);
  });

  it('opens the photos of each source, and of one while the other is unreachable', async () => {
    const [ofFolder, ofPhone] = [(await uids(false))[0]!, (await uids(true))[0]!];
    expect([await full(ofFolder), await full(ofPhone)]).to.deep.equal([200, 200]);
    turnOff();
    expect([await full(ofFolder), await full(ofPhone)]).to.deep.equal([200, 503]);
    const thumb = `/api/photos/${encodeURIComponent(ofPhone)}/thumb`;
    expect((await app.call('GET', thumb, { as: 'read' })).statusCode).to.equal(200);
  });

  it('packs the photos of both sources into one archive', async () => {
    const uidsOfBoth = [...(await uids(false)), ...(await uids(true))];
    const answer = await app.call('POST', '/api/download', { as: 'read', payload: { uids: uidsOfBoth } });
    expect(answer.statusCode).to.equal(200);
    for (const name of ['p0.jpg', 'p1.jpg', 'p2.jpg', 'photo-0000.jpg', 'photo-0001.jpg']) {
      expect(answer.payload).to.include(name);
    }
  });

  it('is read by plugins page by page, however long the uids with the prefix of their source are', async () => {
    const [picture] = await plainPictures(1);
    const longest = 'p'.repeat(256);
    phone.put(longest, picture!);
    await json('POST', '/api/admin/indexer/sync');
    await until(async () => (await list()).length === 6);
    const { library } = (globalThis as unknown as { listening: PluginHost }).listening;
    const seen: string[] = [];
    for (let cursor: string | null = null; seen.length < 7;) {
      const page: LibraryPage = await library.as('server').photos({}, { limit: 1, cursor });
      seen.push(...page.photos.map(({ uid }) => uid));
      if ((cursor = page.next) === null) break;
    }
    expect(seen).to.have.length(6);
    expect(seen.some((uid) => uid.length > 256 && uid.endsWith(longest))).to.equal(true);
    expect([...seen].sort()).to.deep.equal((await list()).map(({ uid }) => uid).sort());
  });

  it('names the unreachable source in its checks', async () => {
    turnOff();
    const { checks } = await json<ChecksAnswer>('POST', '/api/admin/checks');
    const { ok, told } = checks.find(({ id }) => id === 'bridge')!;
    expect(ok).to.equal(false);
    expect(told[0]).to.deep.equal({ kind: 'of_source', about: { source: 'handed-over' } });
  });

  it('does not allow removing the photos of a loaded source', async () => {
    const leave = (name: string, photos: number) =>
      app.call('POST', '/api/admin/sources/leave', { as: 'admin', payload: { name, photos } });
    for (const name of [folder, 'handed-over', 'no-such-source']) {
      expect((await leave(name, 5)).statusCode).to.equal(409);
    }
    expect(await list()).to.have.length(5);
  });
});

describe('a library with one photo source', () => {
  it('has no list of sources in its status and overview', async () => {
    const app = await startTestApp();
    try {
      const answers = await Promise.all([
        app.call('GET', '/api/status'),
        app.call('GET', '/api/admin/overview', { as: 'admin' }),
      ]);
      for (const { payload } of answers) expect(JSON.parse(payload)).not.to.have.property('sources');
    } finally {
      await app.stop();
    }
  });
});
