import { expect } from 'chai';
import { eventKinds, type EventKind, type PluginEvents } from '../../../core/plugin-api/index.ts';
import { EventListening } from '../../../core/plugins/event-listening.ts';
import { EventListeners } from '../../../core/store/events/event-listeners.ts';
import { LibraryEvents } from '../../../core/store/events/library-events.ts';
import { newIndex } from '../../support/index-file.ts';
import { PhotoRows } from '../../support/photo-rows.ts';

describe('plugins that poll events', () => {
  let index: ReturnType<typeof newIndex>;
  beforeEach(() => {
    index = newIndex();
  });
  afterEach(() => {
    index.remove();
  });

  /** Starts a server with these plugins. @returns the events as the first plugin reads them */
  function start(...plugins: readonly [string, ...string[]]): PluginEvents {
    const events = new LibraryEvents({ db: index.db, clock: () => 1_700_000_000 });
    const listening = new EventListening({ events, listeners: new EventListeners(index.db) });
    listening.begin({ plugins: plugins.map((name) => ({ name })), eventSinks: [] });
    asks = (plugin) => listening.of(plugin);
    return listening.of(plugins[0]);
  }
  let asks: (plugin: string) => PluginEvents;

  const recorded = (): unknown[] => index.db.prepare('SELECT kind FROM recorded_kinds ORDER BY kind').pluck().all();
  const all = [...eventKinds].sort();

  it('have only the kinds recorded that they request', async () => {
    const events = start('diary');
    expect(recorded()).to.deep.equal([]);
    const cursor = await events.head({ kinds: ['photo.gone'] });
    expect(recorded()).to.deep.equal(['photo.gone']);
    new PhotoRows(index.db).add({ uid: 'a' });
    index.db.prepare('DELETE FROM photos').run();
    const { events: happened, gap } = await events.since(cursor, { kinds: ['photo.gone'] });
    expect([happened.map(({ kind }) => kind), gap]).to.deep.equal([['photo.gone'], false]);
    expect(index.db.prepare('SELECT count(*) FROM library_events').pluck().get()).to.equal(1);
  });

  it('have all kinds recorded if they name none', async () => {
    await start('diary').head();
    expect(recorded()).to.deep.equal(all);
  });

  it('keep earlier kinds recorded, and get a gap for a kind that was not', async () => {
    const events = start('diary');
    const cursor = await events.head({ kinds: ['photo.gone'] });
    expect((await events.since(cursor, { kinds: ['person.named'] })).gap).to.equal(true);
    expect(recorded()).to.deep.equal(['person.named', 'photo.gone']);
    expect(
      (await events.since(await events.head({ kinds: ['person.named'] }), { kinds: ['person.named'] })).gap,
    ).to.equal(false);
  });

  it('have the same kinds recorded after a restart, before they poll again', async () => {
    const before = start('diary', 'other');
    const cursor = await before.head({ kinds: ['photo.gone'] });
    await asks('other').head({ kinds: ['sign-in'] });
    expect(recorded()).to.deep.equal(['photo.gone', 'sign-in']);
    const after = start('diary');
    expect(recorded(), 'the other plugin is not loaded').to.deep.equal(['photo.gone']);
    expect((await after.since(cursor, { kinds: ['photo.gone'] })).gap).to.equal(false);
  });

  it('have all kinds recorded if they polled before the kinds were stored', () => {
    index.db.prepare(`INSERT INTO event_listeners (plugin, way) VALUES ('diary', 'pull')`).run();
    start('diary');
    expect(recorded()).to.deep.equal(all);
  });

  it('get an error that lists all kinds for an unknown kind', async () => {
    const wrong = start('diary').head({ kinds: ['photo.liked' as EventKind] });
    expect(await wrong.catch((error: unknown) => (error as Error).message)).to.contain('what happens is photo.indexed');
  });
});
