import { modelName } from '../../domain/model-name.ts';
import type { ModelId } from '../../plugin-api/ml-provider.ts';

/**
 * The model to be asked for, so that its vectors can be compared with those of `wanted`.
 * @param installed the model that works when no other is asked for
 * @param wanted `id@version`
 * @returns undefined where that is the same
 */
export function otherModel(installed: ModelId | null, wanted: string): ModelId | undefined {
  if (installed && modelName(installed) === wanted) return undefined;
  const at = wanted.lastIndexOf('@');
  return { id: wanted.slice(0, at), version: wanted.slice(at + 1) };
}
