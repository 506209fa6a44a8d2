import { expect } from 'chai';
import { everydayVocabulary } from '../../../../core/indexer/tags/photo-tagger.ts';
import { calibrate, cosinesWith, fittingTags, type TagScale } from '../../../../core/indexer/tags/tag-scale.ts';
import { fingerprint, vocabularyOf } from '../../../../core/indexer/tags/vocabulary.ts';
import { MadeUpModel } from './made-up-model.ts';

const words = 270;
const noPause = (): Promise<void> => Promise.resolve();

interface Picture {
  readonly vector: Float32Array;
  readonly shown: readonly number[];
}

/** Pictures of up to three things each, and the scale that is derived from them. */
async function library(
  model: MadeUpModel,
  count: number,
  alsoShows?: (at: number) => number | undefined,
): Promise<{ pictures: Picture[]; scale: TagScale }> {
  const pictures = Array.from({ length: count }, (_, at): Picture => {
    const shown = new Set(Array.from({ length: model.below(4) }, () => model.below(words)));
    const also = alsoShows?.(at);
    if (also !== undefined) shown.add(also);
    return { vector: model.picture(...shown), shown: [...shown] };
  });
  const cosines = pictures.map(({ vector }) => cosinesWith(vector, model.vectors));
  return { pictures, scale: { vectors: model.vectors, ...(await calibrate(cosines, noPause)) } };
}

function quality(pictures: readonly Picture[], scale: TagScale): { precision: number; recall: number } {
  let [right, found, there] = [0, 0, 0];
  for (const { vector, shown } of pictures) {
    const tags = fittingTags(vector, scale);
    right += tags.filter(({ tag }) => shown.includes(tag)).length;
    found += tags.length;
    there += shown.length;
  }
  return { precision: right / found, recall: right / there };
}

describe('the scale of tags', () => {
  it('finds most of what pictures show, and almost nothing that they do not', async () => {
    const { pictures, scale } = await library(new MadeUpModel(words, 1), 1000);
    const { precision, recall } = quality(pictures, scale);
    expect(precision).to.be.at.least(0.98);
    expect(recall).to.be.at.least(0.5);
  });

  it('assigns almost no tags to pictures for which there is no word', async () => {
    const model = new MadeUpModel(words, 2);
    const { scale } = await library(model, 1000);
    const tags = Array.from({ length: 500 }, () => fittingTags(model.picture(), scale).length);
    expect(tags.reduce((sum, count) => sum + count, 0)).to.be.at.most(5);
  });

  it('is cautious if there are few pictures', async () => {
    for (const seed of [3, 4, 5]) {
      const { pictures, scale } = await library(new MadeUpModel(words, seed), 30);
      expect(quality(pictures, scale).precision, String(seed)).to.be.at.least(0.8);
    }
  });

  it('still recognises a thing that a fifth of all pictures show', async () => {
    const { pictures, scale } = await library(new MadeUpModel(words, 6), 1000, (at) => (at % 5 === 0 ? 7 : undefined));
    const showing = pictures.filter(({ shown }) => shown.includes(7));
    const known = showing.filter(({ vector }) => fittingTags(vector, scale).some(({ tag }) => tag === 7));
    expect(known.length / showing.length).to.be.at.least(0.5);
  });

  it('does not depend on the level of cosines: if all are halved and shifted, it finds the same tags', async () => {
    const model = new MadeUpModel(words, 8);
    const { pictures, scale } = await library(model, 300);
    // Adds a dimension in which words are opposite to pictures, which halves and shifts all cosines.
    const apart = (vector: Float32Array, sign: number): Float32Array =>
      Float32Array.from([...vector.map((value) => value * Math.SQRT1_2), sign * Math.SQRT1_2]);
    const rows = Array.from({ length: words + 1 }, (_, row) =>
      apart(model.vectors.subarray(row * model.dimensions, (row + 1) * model.dimensions), -1),
    );
    const vectors = Float32Array.from(rows.flatMap((row) => [...row]));
    const moved = pictures.map(({ vector }) => apart(vector, 1));
    const other = {
      vectors,
      ...(await calibrate(
        moved.map((vector) => cosinesWith(vector, vectors)),
        noPause,
      )),
    };
    const same = pictures.filter(
      ({ vector }, at) =>
        String(fittingTags(vector, scale).map(({ tag }) => tag)) ===
        String(fittingTags(moved[at]!, other).map(({ tag }) => tag)),
    );
    expect(same.length).to.be.at.least(295);
  });

  const dimensions = 20;
  const axis = (at: number): number[] => Array.from({ length: dimensions }, (_, i) => (i === at ? 1 : 0));
  /** A scale of unrelated tags, whose words are the axes. */
  const scaleOf = (tags: number): TagScale => ({
    vectors: Float32Array.from([...Array.from({ length: tags }, (_, tag) => axis(tag)), axis(19)].flat()),
    means: new Float32Array(tags),
    deviations: new Float32Array(tags).fill(0.05),
  });
  const picture = (...values: number[]): Float32Array =>
    Float32Array.from({ length: dimensions }, (_, at) => values[at] ?? 0);

  it('puts the most certain tags first, and leaves out those far below the best', () => {
    const scale = scaleOf(12);
    const few = fittingTags(picture(0.16, 0.2, 0.1, 0.3), scale);
    expect(few.map(({ tag }) => tag)).to.deep.equal([3, 1]);
    expect(few[0]!.score).to.be.greaterThan(few[1]!.score);
    // Half of the tags are at 0, so nothing is subtracted; with nine of them, the picture would fit every word.
    const many = picture(0.3, 0.3, 0.3, 0.3, 0.3);
    expect(fittingTags(many, scale)).to.have.length(5);
    expect(fittingTags(picture(...Array.from({ length: 9 }, () => 0.3)), scale)).to.deep.equal([]);
    // The words for anything are nearer to it than any tag.
    many[19] = 0.35;
    expect(fittingTags(many, scale)).to.deep.equal([]);
  });

  it('assigns at most eight tags, the most certain ones', () => {
    const fitting = fittingTags(picture(0.28, 0.29, 0.3, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36), scaleOf(19));
    expect(fitting.map(({ tag }) => tag)).to.deep.equal([8, 7, 6, 5, 4, 3, 2, 1]);
  });
});

describe('the vocabulary', () => {
  it('has a few hundred different words, each with at least two prompts', () => {
    const { tags } = everydayVocabulary;
    expect(tags.length).to.be.within(250, 320);
    expect(new Set(tags.map(({ tag }) => tag)).size).to.equal(tags.length);
    for (const { tag, prompts } of tags) {
      expect(prompts.length, tag).to.be.at.least(2);
      expect(tag, tag).to.match(/^[a-z][a-z -]+$/);
      for (const prompt of prompts) expect(prompt).not.to.include('{}');
    }
  });

  it('makes tags of things by omitting the article', () => {
    const groups = [
      { prompts: ['a photo of {}', '{}'], things: ['an owl', ['seal', 'a seal, the sea animal']] as const },
    ];
    const vocabulary = vocabularyOf(groups, ['a photo']);
    expect(vocabulary.tags).to.deep.equal([
      { tag: 'owl', prompts: ['a photo of an owl', 'an owl'] },
      { tag: 'seal', prompts: ['a photo of a seal, the sea animal', 'a seal, the sea animal'] },
    ]);
    expect(fingerprint(vocabulary)).not.to.equal(fingerprint({ ...vocabulary, neutral: ['a picture'] }));
  });
});
