import type { NamedThing } from '../domain/photo-findings.ts';
import type { DescribedPhoto, PhotoDetail } from '../domain/photo.ts';
import { turnBox } from '../domain/turn.ts';
import type { MlProvider } from '../plugin-api/ml-provider.ts';
import type { PhotoLabels } from '../store/photos/photo-labels.ts';
import type { TextLines } from '../store/photos/text-lines.ts';

interface PhotoFindingsParts {
  readonly labels: Pick<PhotoLabels, 'shown'>;
  readonly lines: Pick<TextLines, 'shown'>;
  /** Whether videos can be converted. */
  readonly converts: () => Promise<boolean>;
  /** Undefined if no plugin provides models. */
  readonly ml: () => Pick<MlProvider, 'models'> | undefined;
}

/** The findings of models in a photo as text: names of things, and recognized text. */
export class PhotoFindings {
  readonly #with: PhotoFindingsParts;

  constructor(parts: PhotoFindingsParts) {
    this.#with = parts;
  }

  async describe(photo: PhotoDetail): Promise<Omit<DescribedPhoto, 'stack'>> {
    const { id, turned: turn } = photo;
    return {
      ...photo,
      things: this.#things(id).map((thing) => ({ ...thing, box: thing.box && turnBox(thing.box, turn) })),
      written: this.#with.lines.shown(id).map((line) => ({ ...line, box: turnBox(line.box, turn) })),
      convertible: photo.video !== null && (await this.#with.converts()),
    };
  }

  /** Labels without a name serve only searches. Without the model, all labels are shown under their own names. */
  #things(photoId: number): NamedThing[] {
    const vocabulary = this.#with.ml()?.models().labels?.vocabulary;
    return this.#with.labels.shown(photoId).flatMap((finding) => {
      const en = vocabulary ? vocabulary.nameOf(finding.label, 'en') : finding.label;
      if (en === null) return [];
      const nameIn = (language: 'de' | 'fr'): string => vocabulary?.nameOf(finding.label, language) ?? en;
      return [{ ...finding, names: { en, de: nameIn('de'), fr: nameIn('fr') } }];
    });
  }
}
