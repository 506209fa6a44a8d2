import type { LabelVocabulary, MlProvider } from '../../plugin-api/ml-provider.ts';
import type { PhotoLabels } from '../../store/photos/photo-labels.ts';
import { LabelNames } from './label-names.ts';

/** The vocabulary for things in photos: that of the label model, or without one, the names of stored labels. */
export class ThingWords {
  readonly #ml: () => Pick<MlProvider, 'models'> | undefined;
  readonly #names: LabelNames;

  /** @param parts.ml undefined if no plugin provides models */
  constructor(parts: {
    ml: () => Pick<MlProvider, 'models'> | undefined;
    labels: Pick<PhotoLabels, 'namesAfter' | 'any'>;
  }) {
    this.#ml = parts.ml;
    this.#names = new LabelNames(parts.labels);
  }

  /** Null if there is no vocabulary. */
  get vocabulary(): LabelVocabulary | null {
    return this.#ml()?.models().labels?.vocabulary ?? (this.#names.any ? this.#names : null);
  }
}
