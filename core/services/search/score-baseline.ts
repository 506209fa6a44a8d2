import type { VectorIndex } from '../../plugin-api/vector-index.ts';
import type { ImageSample } from '../../store/models/image-embeddings.ts';

/**
 * Texts that describe no picture. Their scores with the library's pictures show which scores occur by chance. None of them
 * names anything visible, not even writing, since image models read the text in pictures.
 */
const nullTexts: readonly string[] = [
  ...['something', 'anything', 'stuff', 'whatever', 'nothing in particular', 'various things', 'miscellaneous'],
  ...['a photo', 'a picture', 'an image', 'a picture of something', 'untitled', 'unknown', 'not applicable'],
  ...['an idea', 'an opinion', 'a reason', 'a question', 'an answer', 'a rule', 'a method', 'a theory', 'a policy'],
  ...['an agreement', 'an estimate', 'a deadline', 'a summary', 'a percentage', 'a formal definition', 'the economy'],
  ...['yesterday', 'as soon as possible', 'more or less', 'for example', 'see above', 'to be continued'],
  ...['the former and the latter', 'the meaning of it', 'terms and conditions', 'foo bar baz', 'lorem ipsum dolor'],
  ...['qwertz', 'xyz', 'blah blah blah'],
];

/** The number of pictures of the library to compare with the null texts. */
const sampleSize = 200;

/**
 * The fraction of pairs of a null text and a picture that must score lower than a hit. Trials with 420 rendered and real
 * pictures, and a small model that knows colours: at 0.98 nonsense texts found 4 % of the pictures, at 0.995 under 1 % (at
 * worst 3 %), with 99.6 % of the wanted pictures still found; from 0.998 on, some of them were missed.
 */
const share = 0.995;

/** Seconds after which the library is sampled again, because it grows and its vectors change. */
const longestUse = 600;

/**
 * The scores that a text reaches with a picture by chance.
 *
 * [Note: calibrated cut-off] Cosines of texts and pictures have no absolute meaning: one model gives 0.2 to unrelated
 * pairs and 0.3 to a perfect match, another −0.5 and 0.8, and it depends on the library as well. So texts that describe
 * no picture (`nullTexts`) are scored on a sample of the same library: only scores above nearly all of theirs count. A
 * meaningless text then finds about half a percent of the photos, whatever the model. A comparison with the same text's
 * scores elsewhere in the library would not work: in an album of one wedding, `wedding` must find all photos, though
 * none stands out.
 */
export class ScoreBaseline {
  readonly #sample: Pick<ImageSample, 'ids'>;
  readonly #clock: () => number;
  #known: { readonly model: string; readonly score: number; readonly until: number } | undefined;

  constructor(parts: { sample: Pick<ImageSample, 'ids'>; clock: () => number }) {
    this.#sample = parts.sample;
    this.#clock = parts.clock;
  }

  /**
   * The minimum meaningful cosine.
   * @param embed returns the vectors of texts by `model`
   */
  async of(
    model: string,
    index: Pick<VectorIndex, 'search'>,
    embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
  ): Promise<number> {
    if (this.#known?.model === model && this.#clock() < this.#known.until) return this.#known.score;
    const vectors = await embed(nullTexts);
    const ids = this.#sample.ids(model, sampleSize);
    const filter = { includeArchived: true, includeHidden: true, ids };
    const hits = await index.search(vectors, { k: sampleSize, filter });
    const score = quantile(
      hits.flatMap((hitsOfOne) => hitsOfOne.map((hit) => hit.score)),
      share,
    );
    // While a new library is being filled, the sample improves with every few photos.
    const lifetime = ids.length < sampleSize ? longestUse / 60 : longestUse;
    this.#known = { model, score, until: this.#clock() + lifetime };
    return score;
  }
}

/** Returns 1 without values: no cosine is greater. */
function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 1;
}
