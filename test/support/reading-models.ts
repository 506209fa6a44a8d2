import type {
  LabelVocabulary,
  MlCallOptions,
  MlModels,
  PictureLabels,
  RgbImage,
  TextLine,
} from '../../core/plugin-api/ml-provider.ts';
import { ColourModels } from './colour-models.ts';

/** Knows the names of colours in two languages. */
const colourVocabulary: LabelVocabulary = {
  find(words) {
    const label = {
      red: 'red',
      rot: 'red',
      blue: 'blue',
      blau: 'blue',
      ...{ 'navy blue': 'blue', 'bleu de la mer': 'blue' },
    }[words];
    return label === undefined ? null : { labels: [label], least: 0.35 };
  },
  nameOf(label, language) {
    const german: Readonly<Record<string, string>> = { red: 'Rot', blue: 'Blau' };
    if (!(label in german)) return null;
    return language === 'de' ? german[label]! : label;
  },
};

const where = { x: 0.1, y: 0.2, w: 0.3, h: 0.4 };

/** Also labels the colour of a picture, and reads `RED SIGN` in red ones. */
export class ReadingModels extends ColourModels {
  preferredTextSize = 100;
  /** The colours of the pictures whose text was read, in order: red or blue. */
  readonly read: string[] = [];
  /** How often reading text fails before it works. */
  failures = 0;

  /** Like `install`, with these models too. */
  installReading(version: string, parts: { labels?: boolean; text?: boolean } = {}): void {
    const { labels = true, text = true } = parts;
    const confidence = { search: 0.35, show: 0.6 };
    this.#also = {
      labels: labels ? { id: 'things', version, confidence, vocabulary: colourVocabulary } : null,
      text: text ? { id: 'reader', version, confidence: { search: 0.6, show: 0.85 } } : null,
    };
    this.install('1');
  }

  #also: Pick<MlModels, 'labels' | 'text'> = {};

  override models(): MlModels {
    return { ...super.models(), ...this.#also };
  }

  async findLabels(image: RgbImage, { signal }: MlCallOptions): Promise<PictureLabels> {
    await this.before(signal);
    const colour = colourOf(image);
    return {
      labels: [
        { label: colour, score: 0.9, box: where },
        { label: colour === 'red' ? 'blue' : 'red', score: 0.4, box: null },
      ],
      people: colour === 'red' ? 1 : 0,
    };
  }

  readText(image: RgbImage): Promise<TextLine[]> {
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new Error('The reader broke'));
    }
    this.read.push(`${colourOf(image)} ${image.width}`);
    if (colourOf(image) === 'blue') return Promise.resolve([]);
    return Promise.resolve([
      { text: 'RED SIGN', score: 0.95, box: where },
      { text: 'garbled', score: 0.7, box: where },
      { text: 'nothing', score: 0.3, box: where },
    ]);
  }
}

function colourOf({ data }: RgbImage): 'red' | 'blue' {
  return data[0]! > data[2]! ? 'red' : 'blue';
}
