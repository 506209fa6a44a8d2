import { modelName } from '../../domain/model-name.ts';
import type { ModelId } from '../../plugin-api/ml-provider.ts';

/**
 * The model to request, so that its vectors are comparable with those of `wanted`.
 * @param installed the default model
 * @param wanted `id@version`
 * @returns undefined if the default model is the wanted one
 */
export function otherModel(installed: ModelId | null, wanted: string): ModelId | undefined {
  if (installed && modelName(installed) === wanted) return undefined;
  const at = wanted.lastIndexOf('@');
  return { id: wanted.slice(0, at), version: wanted.slice(at + 1) };
}
