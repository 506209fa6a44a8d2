import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type { EventKind, LibraryEvent, PluginHost } from '../../core/plugin-api/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PhotoRows } from '../support/photo-rows.ts';
import { until } from '../support/until.ts';

/** What the fixture `listener` records. */
const kept = globalThis as unknown as { heard: (LibraryEvent & { gap: boolean })[]; listening: PluginHost };
const fixtures = (...names: string[]): string => names.map((name) => `test/fixtures/plugins/${name}`).join(',');

describe('a plugin that listens to events', () => {
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

  it('gets an event with the uid of each photo that is indexed', async () => {
    await until(() => heard('photo.indexed').length === 2);
    const { photos } = JSON.parse((await app.call('GET', '/api/photos', { as: 'read' })).payload) as {
      photos: { uid: string }[];
    };
    const uids = heard('photo.indexed').map((event) => (event as LibraryEvent<'photo.indexed'>).photo);
    expect(uids.sort()).to.deep.equal(photos.map(({ uid }) => uid).sort());
  });

  it('gets an event when a user changes a photo', async () => {
    const uid = (heard('photo.indexed')[0] as LibraryEvent<'photo.indexed'>).photo;
    const before = heard('photo.changed').length;
    const answer = await app.call('PATCH', `/api/photos/${uid}`, { as: 'write', payload: { caption: 'By the sea' } });
    expect(answer.statusCode).to.equal(200);
    await until(() => heard('photo.changed').length > before);
    expect(heard('photo.changed').at(-1)).to.include({ photo: uid });
  });

  it('gets events when people are named and merged', async () => {
    const [ann, anna] = people(['Ann', 'Anna']);
    await until(() => heard('person.named').length === 2);
    const renamed = await app.call('POST', `/api/people/${ann}/name`, { as: 'write', payload: { name: 'Annie' } });
    expect(renamed.statusCode, renamed.payload).to.equal(200);
    await app.call('POST', `/api/people/${anna}/merge`, { as: 'write', payload: { target_id: ann } });
    await until(() => heard('person.merged').length === 1);
    expect(heard('person.named').at(-1)).to.include({ person: ann, name: 'Annie' });
    expect(heard('person.merged')[0]).to.include({ person: ann, merged: anna });
  });

  it('gets events of sign-ins and backups', async () => {
    await app.call('POST', '/api/auth/login', { payload: { username: 'read', password: 'read-password' } });
    const backup = await app.call('POST', '/api/admin/backup', { as: 'admin' });
    await until(() => heard('backup.taken').length === 1);
    expect(heard('sign-in').at(-1)).to.include({ username: 'read', address: '127.0.0.1' });
    expect(heard('backup.taken')[0]).to.include({ snapshot: (JSON.parse(backup.payload) as { name: string }).name });
  });

  it('can also read events itself, from a cursor', async () => {
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

  it('can read in a loop without blocking other requests', async () => {
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

  it('gets clear errors for wrong arguments', async () => {
    const { events } = kept.listening;
    const refused = (work: Promise<unknown>): Promise<string> =>
      work.then(String, (error: unknown) => (error as Error).message);
    expect(await refused(events.since('yesterday'))).to.contain('begin with events.head()');
    expect(await refused(events.since('e1', { limit: 5000 }))).to.contain('from 1 to 1000');
    expect(await refused(events.since('e1', { kinds: ['photo.liked' as EventKind] }))).to.contain('photo.indexed');
  });
});

describe('a plugin that misbehaves as a listener', () => {
  for (const way of ['throws', 'hangs', 'floods']) {
    it(`and ${way} does not block indexing, requests or other listeners`, async () => {
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
  it('record no other events', async () => {
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
  it('records no events', async () => {
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
