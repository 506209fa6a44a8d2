import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type { Photo, SearchResults } from '../../core/http/wire.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { PhotoLabels } from '../../core/store/photos/photo-labels.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';
import { TextLines } from '../../core/store/photos/text-lines.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { ReadingModels } from '../support/reading-models.ts';

describe('search for things and text in photos', () => {
  let s: LibraryServer;
  let models: ReadingModels;
  const box = { x: 0.1, y: 0.2, w: 0.3, h: 0.4 };

  before(async () => {
    s = await libraryServer();
    models = new ReadingModels();
    models.installReading('1');
    const provided = [
      { kind: 'photo-source' as const, implementation: {} as PhotoSource },
      { kind: 'ml-provider' as const, implementation: models },
    ];
    const contribution = { provided, routes: [], healthChecks: [] };
    s.container.register(inject.plugins, { useValue: new Registry([{ name: 'x', version: '1', contribution }]) });
    const labels = s.container.resolve(PhotoLabels);
    const add = (uid: string, name: string, red: number, blue: number): number => {
      const id = s.rows.add({ uid, name, takenAt: 1_600_000_000 });
      s.db.prepare("INSERT OR IGNORE INTO analyses (photo_id, state) VALUES (?, 'done')").run(id);
      const found = [
        { label: 'red', score: red, box },
        { label: 'blue', score: blue, box: null },
        { label: 'leaf:7', score: 0.95, box: null },
      ];
      labels.keep(id, { labels: found.filter(({ score }) => score > 0), people: 0, show: 0.6 });
      return id;
    };
    const ids = [
      add('barn', 'IMG_1.jpg', 0.9, 0),
      add('flag', 'garden.jpg', 0.7, 0.8),
      add('sea', 'IMG_3.jpg', 0, 0.95),
      add('rust', 'IMG_4.jpg', 0.4, 0),
      add('secret', 'IMG_5.jpg', 0.99, 0),
    ];
    await s.send('PATCH', '/api/photos/secret', { hidden: true });
    s.container.resolve(TextLines).keep(
      { id: ids[2]!, turned: 0 },
      'reader@1',
      [
        { text: 'ARDNAMURCHAN POINT', score: 0.95, box },
        { text: 'Ph0ne 42', score: 0.7, box },
      ],
      0.85,
    );
    s.container.resolve(PhotoText).refresh(ids);
  });
  after(() => s.stop());

  const search = (q: string, headers = s.reader): Promise<SearchResults> =>
    s.json<SearchResults>(`/api/search?q=${encodeURIComponent(q)}`, headers);
  const uids = async (q: string): Promise<string[]> => (await search(q)).results.map(({ uid }) => uid);

  it('finds photos by a thing in them, by its names in several languages, most certain first, without hidden ones', async () => {
    expect(await uids('red')).to.deep.equal(['barn', 'flag', 'rust']);
    expect(await uids('rot')).to.deep.equal(['barn', 'flag', 'rust']);
    const { results, semantic, total } = await search('Red');
    expect([semantic, total]).to.deep.equal([true, 3]);
    expect(results[0]).to.deep.include({ score: 0.9, match: 'semantic', why: [{ kind: 'thing', text: 'Red' }] });
  });

  it('finds hidden photos by a thing for an admin who asks for them', async () => {
    const found = await s.json<SearchResults>('/api/search?q=red&include_hidden=true', s.admin);
    expect(found.results.map(({ uid }) => uid)).to.deep.equal(['secret', 'barn', 'flag', 'rust']);
  });

  it('requires every word to match a thing or a word of the photo', async () => {
    expect(await uids('red blue')).to.deep.equal(['flag']);
    const [both] = (await search('blue red')).results;
    expect(both, 'as sure as the less sure of the two').to.deep.include({ uid: 'flag', score: 0.7 });
    expect(both!.why.map(({ text }) => text)).to.deep.equal(['blue', 'red']);
    expect(await uids('the red in the garden')).to.deep.equal(['flag']);
    expect(await uids('red kitchen')).to.deep.equal([]);
    expect(await uids('navy blue')).to.deep.equal(['sea', 'flag']);
    expect(await uids('bleu de la mer'), 'a name with words that stand in every text').to.deep.equal(['sea', 'flag']);
    const [flag] = (await search('garden red')).results;
    expect(flag!.why).to.deep.equal([
      { kind: 'thing', text: 'red' },
      { kind: 'name', text: 'garden.jpg' },
    ]);
  });

  it('finds photos by text in them, and says so', async () => {
    const { results } = await search('ardnamurchan');
    expect(results).to.have.length(1);
    expect(results[0]).to.deep.include({ uid: 'sea', match: 'text' });
    expect(results[0]!.why).to.deep.equal([{ kind: 'written', text: 'ARDNAMURCHAN POINT' }]);
    expect(await uids('ph0ne')).to.deep.equal(['sea']);
  });

  it('returns with each photo its things, by their names, and its text, but only what is certain', async () => {
    const flag = await s.json<Photo>('/api/photos/flag');
    expect(flag.things).to.deep.equal([
      { label: 'blue', names: { en: 'blue', de: 'Blau', fr: 'blue' }, score: 0.8, box: null },
      { label: 'red', names: { en: 'red', de: 'Rot', fr: 'red' }, score: 0.7, box },
    ]);
    const sea = await s.json<Photo>('/api/photos/sea');
    expect(sea.written).to.deep.equal([{ text: 'ARDNAMURCHAN POINT', score: 0.95, box }]);
  });

  it('finds things only by the names of their labels once the model is gone, also in the plural', async () => {
    models.installReading('1', { labels: false });
    const { results, semantic } = await search('Reds');
    expect(results.map(({ uid }) => uid)).to.deep.equal(['barn', 'flag', 'rust']);
    expect(semantic).to.equal(true);
    expect(results[0]!.why).to.deep.equal([{ kind: 'thing', text: 'Reds' }]);
    expect(await uids('rot')).to.deep.equal([]);
    const flag = await s.json<Photo>('/api/photos/flag');
    const [first] = flag.things.filter(({ label }) => label === 'blue');
    expect(first!.names).to.deep.equal({ en: 'blue', de: 'blue', fr: 'blue' });
    models.installReading('1');
  });

  it('is a search for words only if no model has labelled the photos', async () => {
    models.installReading('1', { labels: false });
    s.db.exec('DELETE FROM photo_labels');
    expect((await search('red')).semantic).to.equal(false);
    models.installReading('1');
  });
});
