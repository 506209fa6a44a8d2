import type { LabelVocabulary, MlModels } from '../plugin-api/ml-provider.ts';
import { isLabelQuery, modelsProblem } from '../plugin-api/shapes/models.ts';

/** Called with an error of a plugin, and what happened, for the log. */
export type OnPluginFault = (error: unknown, message: string) => void;

/** Errors of providers, by what counts as their answer instead. */
const errors = new WeakMap<MlModels, { readonly error: unknown }>();

/** The error because of which a provider counts as having no models; undefined for an answer of its own. */
export const errorOfModels = (models: MlModels): { readonly error: unknown } | undefined => errors.get(models);

/**
 * The answer of a provider's `models()`, which searches, pages and the indexer ask for. A provider that fails there, or
 * answers something else, has no models, so that all that needs none goes on.
 */
export function checkedModels(models: () => unknown, onFault: OnPluginFault): MlModels {
  try {
    const answer = models();
    const problem = modelsProblem(answer);
    if (problem !== null) throw new TypeError(`models() is wrong: ${problem}`);
    return withCheckedWords(answer as MlModels, onFault);
  } catch (error) {
    onFault(error, 'a plugin does not say which models it has, and counts as having none: correct its models()');
    const noModels: MlModels = { faceDetector: null, faceEmbedder: null, imageText: null };
    errors.set(noModels, { error });
    return noModels;
  }
}

/** Fields by their names: in an instance of a class, they may be getters. */
function withCheckedWords(models: MlModels, onFault: OnPluginFault): MlModels {
  const { faceDetector, faceEmbedder, imageText, labels, text = null } = models;
  if (!labels) return models;
  const { id, version, confidence, vocabulary } = labels;
  const words = checkedVocabulary(vocabulary, onFault);
  return { faceDetector, faceEmbedder, imageText, labels: { id, version, confidence, vocabulary: words }, text };
}

/** A vocabulary that knows no word when it fails. */
function checkedVocabulary(vocabulary: LabelVocabulary, onFault: OnPluginFault): LabelVocabulary {
  const orNull = <T>(name: keyof LabelVocabulary, ask: () => T, isRight: (answer: T) => boolean): T | null => {
    try {
      const answer = ask();
      if (!isRight(answer)) throw new TypeError(`${name}() of the vocabulary is wrong: it answers ${typeof answer}`);
      return answer;
    } catch (error) {
      onFault(error, `a plugin's vocabulary failed over a word, and counts as not knowing it: correct its ${name}()`);
      return null;
    }
  };
  return {
    find: (words) => orNull('find', () => vocabulary.find(words), isLabelQuery),
    nameOf: (label, language) =>
      orNull(
        'nameOf',
        () => vocabulary.nameOf(label, language),
        (name) => name === null || typeof name === 'string',
      ),
  };
}
