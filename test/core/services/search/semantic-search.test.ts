import { expect } from 'chai';
import type { SearchResults } from '../../../../core/http/wire.ts';
import type { MlProvider } from '../../../../core/plugin-api/index.ts';
import { installClip, needModels, needPhotos } from '../../../support/model-packs.ts';
import { colours, renderedPictures, scenes, SearchLibrary } from '../../../support/search-library.ts';
import { PhotoText } from '../../../../core/store/photos/photo-text.ts';

const nonsense = [
  ...['quarterly tax report xyzzy', 'asdf qwer', 'invoice from the electricity company', 'committee meeting minutes'],
  ...['annual general assembly agenda', 'zzz qqq', 'monetary policy of the central bank', 'flurb gnarp'],
  ...['insurance claim number 5512', 'lkjh poiu mnbv', 'jurisprudence', 'vorsteuerabzug', 'the tax office'],
];

describe('semantic search', function () {
  let library: SearchLibrary | undefined;
  let ids: Map<string, number>;

  before(async function () {
    needModels(this);
    needPhotos(this);
    library = await SearchLibrary.open(installClip);
    ids = await library.addPictures([...(await renderedPictures()), ...(await scenes())]);
  });
  after(() => library?.close());

  const search = (q: string, rest = ''): Promise<SearchResults> =>
    library!.server.json<SearchResults>(`/api/search?q=${encodeURIComponent(q)}&limit=500${rest}`);
  const uids = async (q: string): Promise<string[]> => (await search(q)).results.map(({ uid }) => uid);

  it('finds the pictures of a colour first, and few others', async () => {
    for (const colour of Object.keys(colours)) {
      const found = await uids(`a ${colour} picture`);
      expect(found.slice(0, 3).sort(), colour).to.deep.equal([0, 1, 2].map((at) => `plain ${colour} ${at}`));
      expect(found.length, colour).to.be.at.most(12);
    }
  });

  it('finds shapes on a background: both pictures among the best 14 of 420, and others with the two colours', async () => {
    for (const text of ['a red circle on blue', 'a purple triangle on white', 'a black square on orange']) {
      const { results, semantic } = await search(text);
      expect(semantic).to.equal(true);
      const [, colour = '', shape = '', , ground = ''] = text.split(' ');
      const found = results.map(({ uid }) => uid);
      for (const at of [0, 1]) expect(found.slice(0, 14), text).to.include(`${colour} ${shape} on ${ground} ${at}`);
      const bothColours = found.filter((uid) => uid.includes(colour) && uid.includes(ground));
      expect(bothColours.length, text).to.be.at.least(11);
      expect(results.every(({ match, score }) => match === 'semantic' && score > 0.5 && score <= 1)).to.equal(true);
    }
  });

  it('finds few pictures for unrelated texts: at most 2 % on average, and at most 5 % for each', async () => {
    let all = 0;
    for (const text of nonsense) {
      const { total, semantic } = await search(text);
      expect(semantic).to.equal(true);
      expect(total, text).to.be.at.most(ids.size * 0.05);
      all += total;
    }
    expect(all).to.be.at.most(nonsense.length * ids.size * 0.02);
  });

  it('returns the same results each time', async () => {
    expect(await uids('a white circle on black')).to.deep.equal(await uids('a white circle on black'));
  });

  describe('with words', () => {
    before(() => {
      const { db, container } = library!.server;
      const caption = db.prepare('UPDATE photos SET caption = ? WHERE id = ?');
      caption.run('a red picture from the museum', ids.get('plain red 1'));
      caption.run('not a red picture at all', ids.get('plain blue 1'));
      container.resolve(PhotoText).refresh([ids.get('plain red 1')!, ids.get('plain blue 1')!]);
    });

    it('ranks photos first that match by text and by picture, and returns how each matched', async () => {
      const { results } = await search('a red picture');
      expect(results[0]).to.deep.include({ uid: 'plain red 1', match: 'both' });
      expect(results[0]!.score).to.be.within(0.7, 0.9);
      const matches = new Map(results.map(({ uid, match }) => [uid, match]));
      expect(matches.get('plain red 0')).to.equal('semantic');
      expect(matches.get('plain blue 1')).to.equal('text');
      expect(results.find(({ uid }) => uid === 'plain blue 1')!.score).to.be.within(1 / 70, 1 / 61);
    });
  });

  describe('with filters', () => {
    it('finds only photos that pass them', async () => {
      library!.server.rows.person('Anna', [ids.get('plain red 2')!, ids.get('plain blue 2')!]);
      expect(await uids('Anna "a red picture"')).to.deep.equal(['plain red 2']);
    });

    it('omits hidden photos at once, and includes archived ones', async () => {
      await library!.server.send('PATCH', '/api/photos/plain%20green%200', { hidden: true });
      await library!.server.send('PATCH', '/api/photos/plain%20green%201', { archived: true });
      expect((await uids('a green picture')).slice(0, 2).sort()).to.deep.equal(['plain green 1', 'plain green 2']);
      await library!.server.send('PATCH', '/api/photos/plain%20green%200', { hidden: false });
      expect((await uids('a green picture')).slice(0, 3)).to.include('plain green 0');
    });
  });

  describe('when the models fail', () => {
    afterEach(() => {
      library!.provide(library!.ml);
    });

    it('searches by text alone, and reports that', async () => {
      const { ml } = library!;
      const broken: MlProvider = {
        models: () => ml.models(),
        onModelsChanged: () => undefined,
        preferredImageSize: 640,
        detectFaces: () => Promise.reject(new Error('ended')),
        embedFaces: () => Promise.reject(new Error('ended')),
        embedImages: () => Promise.reject(new Error('ended')),
        embedTexts: () => Promise.reject(new Error('ended')),
      };
      library!.provide(broken);
      const { results, semantic } = await search('from the museum');
      expect(semantic).to.equal(false);
      expect(results.map(({ uid, match }) => [uid, match])).to.deep.equal([['plain red 1', 'text']]);
    });

    it('asks the provider for the model of the indexed vectors, even if it has another one by now', async () => {
      const { ml } = library!;
      const asked: unknown[] = [];
      library!.provide({
        models: () => ({ ...ml.models(), imageText: { id: 'newer', version: '7', dimensions: 4 } }),
        onModelsChanged: () => undefined,
        preferredImageSize: 640,
        detectFaces: (...input) => ml.detectFaces(...input),
        embedFaces: (...input) => ml.embedFaces(...input),
        embedImages: (...input) => ml.embedImages(...input),
        embedTexts: (texts, { model, ...options }) => {
          asked.push(model);
          return ml.embedTexts(texts, options);
        },
      });
      expect((await uids('an orange square on green')).length).to.be.at.least(1);
      expect(asked).to.deep.equal([{ id: 'clip-standin', version: '1' }]);
    });
  });
});
