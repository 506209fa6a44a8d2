import type { Box, Confidence, ModelId } from '../plugin-api/ml-provider.ts';
import { fail, fields, number, text } from './shape-checks.ts';

/* Validation of the results of all kinds of models. */

/** How far a box may exceed the photo because of rounding; the excess is cut off. */
const ROUNDING = 1e-3;

/** Models are identified as `id@version`, and pairs of them as `a@1+b@2`. */
export function modelId(value: unknown, path: string): ModelId {
  const model = fields(value, path);
  const part = (name: 'id' | 'version'): string => {
    const checkedText = text(model[name], `${path}.${name}`, 64, 1);
    if (/[@+]/.test(checkedText)) fail(`${path}.${name}`, 'a text without @ and +');
    return checkedText;
  };
  return { id: part('id'), version: part('version') };
}

export function modelWithConfidence(value: unknown, path: string): ModelId & { readonly confidence: Confidence } {
  const confidence = fields(fields(value, path)['confidence'], `${path}.confidence`);
  const search = fraction(confidence['search'], `${path}.confidence.search`);
  const show = fraction(confidence['show'], `${path}.confidence.show`);
  return { ...modelId(value, path), confidence: { search, show } };
}

export function fraction(value: unknown, path: string): number {
  const share = number(value, path);
  if (share < 0 || share > 1) fail(path, 'a number from 0 to 1');
  return share;
}

export function readBox(value: unknown, path: string): Box {
  const box = fields(value, path);
  const [x, w] = within(number(box['x'], `${path}.x`), number(box['w'], `${path}.w`), path);
  const [y, h] = within(number(box['y'], `${path}.y`), number(box['h'], `${path}.h`), path);
  return { x, y, w, h };
}

/** The part of one side of a box that is inside the photo. */
function within(start: number, length: number, path: string): [start: number, length: number] {
  if (start >= 0 && length > 0 && start + length <= 1) return [start, length];
  const from = Math.max(0, start);
  const to = Math.min(1, start + length);
  const inside = from - start < ROUNDING && start + length - to < ROUNDING && to > from;
  if (!inside) fail(path, 'a rectangle in fractions of the photo');
  return [from, to - from];
}
