import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { everything } from '../../../../core/domain/viewer-scope.ts';
import sharp, { type Sharp } from 'sharp';
import { vectorToHalfBlob } from '../../../../core/db/vectors.ts';
import { AutoTags } from '../../../../core/store/photos/auto-tags.ts';
import { CurrentModels } from '../../../../core/store/models/current-models.ts';
import { PhotoText } from '../../../../core/store/photos/photo-text.ts';
import { Photos } from '../../../../core/store/photos/photos.ts';
import { transactOn } from '../../../../core/store/transact.ts';
import { PhotoTagger } from '../../../../core/indexer/tags/photo-tagger.ts';
import type { Vocabulary } from '../../../../core/indexer/tags/vocabulary.ts';
import type { MlProvider, RgbImage } from '../../../../core/plugin-api/index.ts';
import { ModelsWatch } from '../../../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../../../plugins/ml-onnx/onnx-provider.ts';
import { newIndex } from '../../../support/index-file.ts';
import { installClip, needModels, needPhotos, photosDir } from '../../../support/model-packs.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

const { signal } = new AbortController();
const shades = {
  red: [205, 30, 30],
  green: [30, 160, 50],
  blue: [35, 60, 205],
  yellow: [230, 215, 35],
  purple: [125, 30, 160],
  orange: [240, 130, 30],
} as const;
type Colour = keyof typeof shades;
const colours = Object.keys(shades) as Colour[];

/** One colour on another. */
const pairs = colours.flatMap((on, at) => [1, 2].map((step) => [on, colours[(at + step) % colours.length]!] as const));

/** The tags of the stand-in model: colours, and one colour on another. */
const vocabulary: Vocabulary = {
  tags: [
    ...colours.map((tag) => ({ tag, prompts: [tag, `a plain ${tag} picture`] })),
    ...pairs.map(([on, ground]) => ({
      tag: `${on} on ${ground}`,
      prompts: [`a ${on} circle on ${ground}`, `a ${on} square on ${ground}`],
    })),
  ],
  neutral: ['a photo', 'a picture'],
};

/** A colour, slightly different for each variant. */
function shade(colour: Colour, variant: number): string {
  return `rgb(${shades[colour].map((value) => Math.max(0, Math.min(255, value + ((variant * 7) % 21) - 10))).join()})`;
}

/** A picture of one colour, or with a circle of another one. */
function drawn(ground: Colour, variant: number, circle?: Colour): Promise<RgbImage> {
  const disc = `<circle cx="${48 + variant}" cy="48" r="${24 + 2 * variant}" fill="${shade(circle ?? ground, variant)}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${96 + variant}" height="96">
    <rect width="100%" height="100%" fill="${shade(ground, variant)}"/>${circle ? disc : ''}</svg>`;
  return pixels(sharp(Buffer.from(svg)));
}

async function pixels(picture: Sharp): Promise<RgbImage> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

describe('tagging photos', function () {
  let folder = '';
  let ml: OnnxProvider;
  /** Pictures with clear content; the first is red. */
  const plains: { shown: string; vector: Float32Array }[] = [];
  const scenes: Float32Array[] = [];

  before(async function () {
    needModels(this);
    needPhotos(this);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    mkdirSync(folder, { recursive: true });
    installClip(folder);
    const watch = new ModelsWatch(folder);
    await watch.start();
    ml = new OnnxProvider(watch, { processes: () => 1, threads: 1, idleStop: 60 });
    const embed = async (image: RgbImage): Promise<Float32Array> =>
      (await ml.embedImages([image], { priority: 'background', signal }))[0]!;
    for (let variant = 0; variant < 4; variant += 1) {
      for (const colour of colours) plains.push({ shown: colour, vector: await embed(await drawn(colour, variant)) });
      for (const [on, ground] of pairs) {
        plains.push({ shown: `${on} on ${ground}`, vector: await embed(await drawn(ground, variant, on)) });
      }
    }
    const files = readdirSync(join(photosDir, 'scenes')).filter((name) => name.endsWith('.jpg'));
    for (const name of files)
      scenes.push(await embed(await pixels(sharp(join(photosDir, 'scenes', name)).resize(224))));
  });

  after(async () => {
    if (folder === '') return;
    await ml.close();
    rmSync(folder, { recursive: true });
  });

  interface Rig {
    readonly db: ReturnType<typeof newIndex>['db'];
    readonly models: CurrentModels;
    readonly add: (vector: Float32Array | null, model?: string) => number;
    readonly tagger: (options?: { provider?: MlProvider | undefined; vocabulary?: Vocabulary }) => PhotoTagger;
    readonly tagsOf: (photo: number) => string[];
  }

  async function withLibrary(use: (rig: Rig) => Promise<void>): Promise<void> {
    const { db, remove } = newIndex();
    try {
      const rows = new PhotoRows(db);
      const models = new CurrentModels(db);
      models.set('image', { model: 'clip-standin@1', dimensions: 512, thresholds: null });
      let count = 0;
      await use({
        db,
        models,
        add: (vector, model = 'clip-standin@1') => {
          const photo = rows.add({ uid: `p${(count += 1)}` });
          db.prepare(`INSERT INTO analyses (photo_id, state, image_by) VALUES (?, 'done', ?)`).run(photo, model);
          const embedding = 'INSERT INTO image_embeddings (photo_id, model, embedding) VALUES (?, ?, ?)';
          if (vector) db.prepare(embedding).run(photo, model, vectorToHalfBlob(vector));
          return photo;
        },
        tagger: (options = {}) =>
          new PhotoTagger({
            provider: () => ('provider' in options ? options.provider : ml),
            models,
            tags: new AutoTags(db),
            text: new PhotoText(db),
            transact: transactOn(db),
            vocabulary: options.vocabulary ?? vocabulary,
          }),
        tagsOf: (photo) =>
          db.prepare<[number], string>('SELECT tag FROM auto_tags WHERE photo_id = ? ORDER BY tag').pluck().all(photo),
      });
    } finally {
      remove();
    }
  }

  it('finds the colours of drawn pictures, and almost none in other photos', async () => {
    await withLibrary(async ({ add, tagger, tagsOf }) => {
      const pictures = plains.map(({ shown, vector }) => ({ shown, photo: add(vector) }));
      const others = scenes.map((vector) => add(vector));
      await tagger().run(signal);
      // A tag is right when the picture has all the colours that it names.
      const right = (tag: string, shown: string): boolean =>
        tag.split(' on ').every((colour) => shown.split(' on ').includes(colour));
      const judged = pictures.map(({ shown, photo }) => ({ shown, tags: tagsOf(photo) }));
      const plainOnes = judged.filter(({ shown }) => !shown.includes(' on '));
      const named = plainOnes.filter(({ shown, tags }) => tags.includes(shown));
      const given = judged.flatMap(({ shown, tags }) => tags.map((tag) => right(tag, shown)));
      const precision = given.filter(Boolean).length / given.length;
      const known = judged.filter(({ shown, tags }) => tags.some((tag) => right(tag, shown)));
      const wrong = others.reduce((sum, photo) => sum + tagsOf(photo).length, 0);
      console.log(
        `      (of the stand-in: plain colours ${named.length}/${plainOnes.length}, something right ${known.length}/${judged.length}, ` +
          `precision ${precision.toFixed(2)}; ${wrong} tags on ${others.length} photos)`,
      );
      expect(named.length / plainOnes.length).to.be.at.least(0.95);
      expect(known.length / judged.length).to.be.at.least(0.75);
      expect(precision).to.be.at.least(0.75);
      expect(wrong / others.length).to.be.at.most(0.05);
    });
  });

  it('makes automatic tags searchable as text, and adds no tags of users', async () => {
    await withLibrary(async ({ db, add, tagger, tagsOf }) => {
      const pictures = plains.map(({ vector }) => add(vector));
      for (const vector of scenes) add(vector);
      await tagger().run(signal);
      const [red] = pictures;
      expect(tagsOf(red!)).to.deep.equal(['red']);
      const found = db.prepare(`SELECT rowid FROM photo_text WHERE photo_text MATCH 'auto_tags:red'`).pluck().all();
      expect(found).to.include(red);
      expect(found.length).to.be.lessThan(pictures.length / 2);
      expect(db.prepare('SELECT count(*) FROM photo_tags').pluck().get()).to.equal(0);
      const detail = new Photos(db).detail('p1', { userId: 0, seesHidden: true, audience: everything })!;
      expect(detail.autoTags).to.deep.equal(['red']);
      expect(detail.tags).to.deep.equal([]);
    });
  });

  it('writes nothing for photos that have their tags, and embeds the words only once', async () => {
    await withLibrary(async ({ db, add, tagger, tagsOf }) => {
      for (const { vector } of plains) add(vector);
      for (const vector of scenes) add(vector);
      await tagger().run(signal);
      const writes = db.prepare<[], number>('SELECT total_changes()').pluck();
      const before = writes.get()!;
      // After a restart and without the model: the embeddings of the words are stored.
      const again = tagger({ provider: undefined });
      await again.run(signal);
      expect(writes.get()).to.equal(before);
      const added = add(plains[0]!.vector);
      const video = add(null);
      await again.run(signal);
      expect(tagsOf(added)).to.deep.equal(['red']);
      expect(tagsOf(video)).to.deep.equal([]);
      const afterwards = writes.get()!;
      await again.run(signal);
      expect(writes.get()).to.equal(afterwards);
    });
  });

  it('tags all photos again with another vocabulary, and when the library has grown much', async () => {
    await withLibrary(async ({ db, add, tagger, tagsOf }) => {
      const first = plains.map(({ vector }) => add(vector));
      for (const vector of scenes) add(vector);
      await tagger().run(signal);
      expect(tagsOf(first[0]!)).to.deep.equal(['red']);
      const words = vocabulary.tags.map(({ prompts }, at) => ({ tag: `colour ${at}`, prompts }));
      await tagger({ vocabulary: { ...vocabulary, tags: words } }).run(signal);
      expect(tagsOf(first[0]!)).to.deep.equal(['colour 0']);

      const names = db.prepare<[], string>('SELECT DISTINCT tagged_by FROM analyses').pluck();
      const [small] = names.all();
      for (let times = 0; times < 3; times += 1) for (const vector of scenes) add(vector);
      await tagger({ vocabulary: { ...vocabulary, tags: words } }).run(signal);
      expect(names.all()).to.deep.equal([small]);
      for (let times = 0; times < 4; times += 1) for (const vector of scenes) add(vector);
      await tagger({ vocabulary: { ...vocabulary, tags: words } }).run(signal);
      expect(names.all()).to.have.length(1).and.not.to.include(small);
      expect(tagsOf(first[0]!)).to.deep.equal(['colour 0']);
    });
  });

  it('waits if there are few photos, no model, or a model other than that of the embeddings', async () => {
    await withLibrary(async ({ db, models, add, tagger }) => {
      const tagged = db.prepare<[], number>('SELECT count(tagged_by) FROM analyses').pluck();
      for (const { vector } of plains.slice(0, 19)) add(vector);
      await tagger().run(signal);
      expect(tagged.get()).to.equal(0);
      for (const { vector } of plains.slice(19)) add(vector);
      await tagger({ provider: undefined }).run(signal);
      models.set('image', { model: 'another@1', dimensions: 512, thresholds: null });
      await tagger().run(signal);
      expect(tagged.get()).to.equal(0);
      models.set('image', { model: 'clip-standin@1', dimensions: 512, thresholds: null });
      await tagger().run(signal);
      expect(tagged.get()).to.equal(plains.length);
    });
  });

  it('measures each photo once in a library with a large gap between its ids', async () => {
    await withLibrary(async ({ db, add, tagger, tagsOf }) => {
      const far = 10_000_000;
      const pictures = plains.map(({ vector }) => add(vector));
      const others = scenes.map((vector) => add(vector));
      db.pragma('foreign_keys = OFF');
      for (const table of ['photos SET id', 'analyses SET photo_id', 'image_embeddings SET photo_id']) {
        const [, column] = table.split(' SET ');
        db.exec(`UPDATE ${table} = ${column} + ${far} WHERE ${column} = ${others.at(-1)}`);
      }
      await tagger().run(signal);
      const measured = db.prepare<[], number>('SELECT photos FROM tag_scales').pluck();
      expect(measured.get()).to.equal(pictures.length + others.length);
      expect(tagsOf(pictures[0]!)).to.deep.equal(['red']);
    });
  });

  it('names the same model in each request for embeddings of words, even if another one is installed meanwhile', async () => {
    await withLibrary(async ({ add, tagger }) => {
      for (const { vector } of plains) add(vector);
      const asked: (string | undefined)[] = [];
      const another = { imageText: { ...ml.models().imageText!, id: 'another' } };
      const provider = {
        models: () => ({ ...ml.models(), ...(asked.length > 0 && another) }),
        embedTexts: (...[texts, options]: Parameters<MlProvider['embedTexts']>) => {
          asked.push(options.model && `${options.model.id}@${options.model.version}`);
          return ml.embedTexts(texts, options);
        },
      } as MlProvider;
      const words = vocabulary.tags.map((each) => ({ ...each, prompts: [...each.prompts, `a photo of ${each.tag}`] }));
      await tagger({ provider, vocabulary: { ...vocabulary, tags: words } }).run(signal);
      expect(asked.length).to.be.greaterThan(1);
      expect(new Set(asked)).to.deep.equal(new Set(['clip-standin@1']));
    });
  });

  it('resumes after an interruption', async () => {
    await withLibrary(async ({ db, add, tagger }) => {
      for (const { vector } of plains) add(vector);
      for (const vector of scenes) add(vector);
      const stopping = new AbortController();
      const cut = tagger().run(stopping.signal);
      const tagged = db.prepare<[], number>('SELECT count(tagged_by) FROM analyses').pluck();
      while (tagged.get() === 0) await new Promise(setImmediate);
      stopping.abort();
      expect(await cut.catch((error: unknown) => error)).to.have.property('name', 'AbortError');
      expect(tagged.get()).to.be.within(1, plains.length + scenes.length - 1);
      await tagger().run(signal);
      expect(tagged.get()).to.equal(plains.length + scenes.length);
    });
  });
});
