import { modelName } from '../../domain/model-name.ts';
import type { ModelId } from '../../plugin-api/ml-provider.ts';

/**
 * The model to request, so that its vectors are comparable with those of `name`.
 * @param installed the default model
 * @param name `id@version`
 * @returns undefined if the default model is the wanted one
 */
export function otherModel(installed: ModelId | null, name: string): ModelId | undefined {
  if (installed && modelName(installed) === name) return undefined;
  const separator = name.lastIndexOf('@');
  return { id: name.slice(0, separator), version: name.slice(separator + 1) };
}
