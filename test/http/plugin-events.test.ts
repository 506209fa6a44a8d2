import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type { EventKind, LibraryEvent, PluginHost } from '../../core/plugin-api/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PhotoRows } from '../support/photo-rows.ts';
import { until } from '../support/until.ts';

/** What the fixture `listener` keeps. */
const kept = globalThis as unknown as { heard: (LibraryEvent & { gap: boolean })[]; listening: PluginHost };
const fixtures = (...names: string[]): string => names.map((name) => `test/fixtures/plugins/${name}`).join(',');

describe('a plugin that listens to what happens', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ photos: 2, environment: { PLUGINS: fixtures('folder-source', 'listener') } });
    await app.untilIndexed();
  });
  after(() => app.stop());

  const heard = (...kinds: EventKind[]): LibraryEvent[] => kept.heard.filter(({ kind }) => kinds.includes(kind));
  const people = (names: readonly string[]): number[] => {
    const rows = new PhotoRows(app.container.resolve(inject.db));
    return names.map((name) => rows.person(name, []));
  };

  it('hears of each photo that comes to the library, by its uid', async () => {
    await until(() => heard('photo.indexed').length === 2);
    const { photos } = JSON.parse((await app.call('GET', '/api/photos', { as: 'read' })).payload) as {
      photos: { uid: string }[];
    };
    const uids = heard('photo.indexed').map((event) => (event as LibraryEvent<'photo.indexed'>).photo);
    expect(uids.sort()).to.deep.equal(photos.map(({ uid }) => uid).sort());
  });

  it('hears of photos that people change', async () => {
    const uid = (heard('photo.indexed')[0] as LibraryEvent<'photo.indexed'>).photo;
    const before = heard('photo.changed').length;
    const answer = await app.call('PATCH', `/api/photos/${uid}`, { as: 'write', payload: { caption: 'By the sea' } });
    expect(answer.statusCode).to.equal(200);
    await until(() => heard('photo.changed').length > before);
    expect(heard('photo.changed').at(-1)).to.include({ photo: uid });
  });

  it('hears of people who are named and merged', async () => {
    const [ann, anna] = people(['Ann', 'Anna']);
    await until(() => heard('person.named').length === 2);
    const renamed = await app.call('POST', `/api/people/${ann}/name`, { as: 'write', payload: { name: 'Annie' } });
    expect(renamed.statusCode, renamed.payload).to.equal(200);
    await app.call('POST', `/api/people/${anna}/merge`, { as: 'write', payload: { target_id: ann } });
    await until(() => heard('person.merged').length === 1);
    expect(heard('person.named').at(-1)).to.include({ person: ann, name: 'Annie' });
    expect(heard('person.merged')[0]).to.include({ person: ann, merged: anna });
  });

  it('hears of sign-ins and backups', async () => {
    await app.call('POST', '/api/auth/login', { payload: { username: 'read', password: 'read-password' } });
    const backup = await app.call('POST', '/api/admin/backup', { as: 'admin' });
    await until(() => heard('backup.taken').length === 1);
    expect(heard('sign-in').at(-1)).to.include({ username: 'read', address: '127.0.0.1' });
    expect(heard('backup.taken')[0]).to.include({ snapshot: (JSON.parse(backup.payload) as { name: string }).name });
  });

  it('may ask for it as well, from where it is', async () => {
    const { events } = kept.listening;
    const cursor = await events.head();
    people(['Ben', 'Cleo', 'Dora']);
    const first = await events.since(cursor, { limit: 2, kinds: ['person.named'] });
    expect(first.events.map((event) => (event as LibraryEvent<'person.named'>).name)).to.deep.equal(['Ben', 'Cleo']);
    expect([first.more, first.gap]).to.deep.equal([true, false]);
    const last = await events.since(first.next);
    expect([last.events.length, last.more, last.gap]).to.deep.equal([1, false, false]);
    expect(last.next).to.equal(await events.head());
  });

  it('may ask without a pause, and keeps nobody else from the server', async () => {
    const { events, library } = kept.listening;
    const cursor = await events.head();
    for (const ask of [() => events.since(cursor), () => events.head(), () => library.as('server').photos()]) {
      const others = { areAnswered: false };
      const answer = app.call('GET', '/api/photos', { as: 'read' }).finally(() => {
        others.areAnswered = true;
      });
      for (let times = 0; !others.areAnswered && times < 20_000; times += 1) await ask();
      expect(others.areAnswered).to.equal(true);
      expect((await answer).statusCode).to.equal(200);
    }
  });

  it('is told what is wrong with how it asks', async () => {
    const { events } = kept.listening;
    const refused = (work: Promise<unknown>): Promise<string> =>
      work.then(String, (error: unknown) => (error as Error).message);
    expect(await refused(events.since('yesterday'))).to.contain('begin with events.head()');
    expect(await refused(events.since('e1', { limit: 5000 }))).to.contain('from 1 to 1000');
    expect(await refused(events.since('e1', { kinds: ['photo.liked' as EventKind] }))).to.contain('photo.indexed');
  });
});

describe('a plugin that does not listen as it said', () => {
  for (const way of ['throws', 'hangs', 'floods']) {
    it(`and ${way}, keeps no photo from the library and no event from others`, async () => {
      const app = await startTestApp({
        photos: 1,
        environment: { PLUGINS: fixtures('folder-source', 'unruly-listener', 'listener'), UNRULY_LISTENER: way },
      });
      try {
        await app.untilIndexed();
        await until(() => kept.heard.some(({ kind }) => kind === 'photo.indexed'));
        const { statusCode } = await app.call('GET', '/api/photos', { as: 'read' });
        expect(statusCode).to.equal(200);
      } finally {
        await app.stop();
      }
    });
  }
});

describe('webhooks that an admin limited to some events', () => {
  it('have nothing else written down', async () => {
    const app = await startTestApp({
      photos: 1,
      environment: {
        PLUGINS: `${fixtures('folder-source')},webhooks`,
        WEBHOOKS_TO: 'http://127.0.0.1:9/hook',
        WEBHOOKS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
        WEBHOOKS_EVENTS: 'backup.taken',
      },
    });
    try {
      const db = app.container.resolve(inject.db);
      const asking = db.prepare<[], number>(`SELECT count(*) FROM event_listeners WHERE way = 'pull'`).pluck();
      await until(() => asking.get() === 1);
      await app.untilIndexed();
      expect(db.prepare('SELECT kind FROM recorded_kinds').pluck().all()).to.deep.equal(['backup.taken']);
      expect(db.prepare('SELECT count(*) FROM library_events').pluck().get()).to.equal(0);
    } finally {
      await app.stop();
    }
  });
});

describe('a server without listeners', () => {
  it('writes nothing down for them', async () => {
    const app = await startTestApp({ photos: 1 });
    try {
      await app.untilIndexed();
      const db = app.container.resolve(inject.db);
      expect(db.prepare('SELECT count(*) FROM library_events').pluck().get()).to.equal(0);
      expect(db.prepare(`SELECT name FROM temp.sqlite_schema WHERE type = 'trigger'`).all()).to.deep.equal([]);
    } finally {
      await app.stop();
    }
  });
});
