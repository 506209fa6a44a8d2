import { randomNumbers } from '../../../support/random-numbers.ts';
/**
 * A space of pictures and words with the awkward properties of CLIP models (Liang et al. 2022, "Mind the Gap"):
 * pictures lie far from all words, some words are nearer to every picture than others, some pictures are nearer to
 * every word, and words of one kind are similar.
 */
export class MadeUpModel {
  readonly dimensions = 192;
  readonly tags: number;
  readonly #random: () => number;
  readonly #meanings: readonly Float64Array[];
  readonly #ofPictures: Float64Array;
  readonly #ofWords: Float64Array;
  /** The words of each tag, followed by words for anything. */
  readonly vectors: Float32Array;

  constructor(tags: number, seed: number) {
    this.tags = tags;
    this.#random = randomNumbers(seed);
    this.#ofPictures = this.#direction();
    this.#ofWords = this.#direction();
    const kinds = Array.from({ length: Math.ceil(tags / 10) }, () => this.#direction());
    this.#meanings = Array.from({ length: tags }, (_, tag) =>
      unit(sum([this.#direction(), 1], [kinds[Math.floor(tag / 10)]!, 0.5])),
    );
    const words = this.#meanings.map((meaning) =>
      sum([this.#ofWords, 1], [meaning, 0.7], [this.#direction(), 0.5], [this.#ofPictures, 0.1 + 0.1 * this.#random()]),
    );
    const anything = sum([this.#ofWords, 1], [this.#ofPictures, 0.15], [this.#direction(), 0.3]);
    this.vectors = Float32Array.from([...words, anything].flatMap((vector) => [...unit(vector)]));
  }

  /** A picture that shows these things, and much else for which there is no word. */
  picture(...shown: readonly number[]): Float32Array {
    const things = shown.map((tag): [Float64Array, number] => [this.#meanings[tag]!, 0.9 + 0.4 * this.#random()]);
    const near: [Float64Array, number] = [this.#ofWords, 0.2 * this.#random()];
    return Float32Array.from(unit(sum([this.#ofPictures, 1], near, [this.#direction(), 1], ...things)));
  }

  /** A number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #direction(): Float64Array {
    // The sum of three uniform numbers is close enough to a normal distribution.
    return unit(
      Float64Array.from({ length: this.dimensions }, () => this.#random() + this.#random() + this.#random() - 1.5),
    );
  }
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(vector.reduce((squares, value) => squares + value * value, 0));
  return vector.map((value) => value / length);
}

function sum(...parts: readonly [Float64Array, number][]): Float64Array {
  return Float64Array.from(parts[0]![0], (_, at) => parts.reduce((all, [part, much]) => all + part[at]! * much, 0));
}
