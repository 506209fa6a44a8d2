import type { ModelId } from '../../plugin-api/ml-provider.ts';

/** How vectors name the model that made them. */
const modelName = ({ id, version }: ModelId): string => `${id}@${version}`;

/**
 * The model to be asked for, so that its vectors can be compared with those of `wanted`.
 * @param installed the one that works when no other is asked for
 * @param wanted `id@version`
 * @returns undefined where that is the same
 */
export function otherModel(installed: ModelId | null, wanted: string): ModelId | undefined {
  if (installed && modelName(installed) === wanted) return undefined;
  const at = wanted.lastIndexOf('@');
  return { id: wanted.slice(0, at), version: wanted.slice(at + 1) };
}
