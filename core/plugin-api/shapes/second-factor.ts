import type { Problem } from './problem.ts';
import { isWording } from './wording.ts';

type Properties = Readonly<Record<string, unknown>>;

const name = String.raw`/plugins/(@[a-z0-9._~-]+/)?[a-z0-9._~-]+`;
const module = new RegExp(String.raw`^${name}(/[\w-][\w.-]*)*/[\w-][\w.-]*\.m?js$`);
const folder = new RegExp(String.raw`^${name}/([\w-][\w.-]*/)*$`);
const words = 'give a text, or one for each language as in { en, de, fr }';

/** The problem with the properties of a second factor other than its methods; null if there is none. */
export function secondFactorProblem({ label, codeField, prompt, enrolment }: Properties): Problem | null {
  if (label !== undefined && !isWording(label)) return ['provides a second-factor whose label is no text', words];
  if (codeField !== undefined) {
    const { hint, pattern } = partsOf(codeField);
    if (!isWording(hint)) return ['provides a second-factor whose codeField has no hint', words];
    if (pattern !== undefined && !isPattern(pattern)) {
      return ['provides a second-factor whose codeField has a pattern that is none', 'write it as for HTML'];
    }
  }
  if (prompt !== undefined && !matches(partsOf(prompt)['module'], module)) {
    return [
      'provides a second-factor whose prompt names no module',
      'name one of its pages: /plugins/<name>/prompt.js',
    ];
  }
  if (enrolment === undefined) return null;
  const { page, label: link } = partsOf(enrolment);
  if (!matches(page, folder)) {
    return ['provides a second-factor whose enrolment names no page', 'name one of its folders: /plugins/<name>/'];
  }
  return isWording(link) ? null : ['provides a second-factor whose enrolment has no label', words];
}

const partsOf = (value: unknown): Properties =>
  typeof value === 'object' && value !== null ? (value as Properties) : {};

const matches = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 200) return false;
  try {
    return Boolean(new RegExp(`^(?:${value})$`, 'v'));
  } catch {
    return false;
  }
}
