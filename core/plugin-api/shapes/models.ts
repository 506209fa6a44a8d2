import type { LabelQuery, MlModels } from '../ml-provider.ts';

/* What a provider of models answers at once, unchecked: plugins in JavaScript may answer anything. */

type Fields = Readonly<Record<string, unknown>>;
type Check = (fields: Fields) => string | null;

/** What each model needs besides its name. */
const needs: Readonly<Record<keyof MlModels, Check>> = {
  faceDetector: () => null,
  faceEmbedder: ({ thresholds }) =>
    thresholds === undefined || hasNumbers(thresholds, ['edge', 'link'])
      ? null
      : 'has thresholds other than two numbers',
  imageText: ({ dimensions }) =>
    Number.isSafeInteger(dimensions) && Number(dimensions) > 0 ? null : 'has no whole number of dimensions',
  labels: (model) => confidenceProblem(model) ?? vocabularyProblem(model),
  text: (model) => confidenceProblem(model),
};

/** Models that may be left out. */
const optional: readonly string[] = ['labels', 'text'] satisfies (keyof MlModels)[];

/** What is wrong with an answer of `models()`; null if nothing is. */
export function modelsProblem(answer: unknown): string | null {
  if (answer instanceof Promise) return 'it answers a Promise instead of the models';
  if (!isRecord(answer)) return `it answers ${answer === null ? 'null' : typeof answer} instead of the models`;
  for (const [part, check] of Object.entries(needs)) {
    const model = answer[part];
    if (model === null || (model === undefined && optional.includes(part))) continue;
    const problem = isRecord(model) ? (nameProblem(model) ?? check(model)) : 'is neither a model nor null';
    if (problem !== null) return `${part} ${problem}`;
  }
  return null;
}

/** Whether it is an answer of a vocabulary's `find`. */
export function isLabelQuery(answer: unknown): answer is LabelQuery | null {
  if (answer === null) return true;
  return isRecord(answer) && isTexts(answer['labels']) && Number.isFinite(answer['least']);
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

const hasNumbers = (value: unknown, names: readonly string[]): boolean =>
  isRecord(value) && names.every((name) => Number.isFinite(value[name]));

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';

const nameProblem: Check = ({ id, version }) => (isName(id) && isName(version) ? null : 'has no id and version');

const confidenceProblem: Check = ({ confidence }) =>
  hasNumbers(confidence, ['search', 'show']) ? null : 'has no confidence of two numbers';

const vocabularyProblem: Check = ({ vocabulary }) =>
  isRecord(vocabulary) && typeof vocabulary['find'] === 'function' && typeof vocabulary['nameOf'] === 'function'
    ? null
    : 'has no vocabulary with find and nameOf';
