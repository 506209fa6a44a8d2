import type { HealthCheck } from '../../plugin-api/health-check.ts';
import type { MlModels, MlProvider } from '../../plugin-api/ml-provider.ts';

const parts = [
  ['faceDetector', 'finding faces'],
  ['faceEmbedder', 'recognising people'],
  ['imageText', 'searching by a description in your own words'],
] as const;

/** Why the plugin that provides the models counts as having none. */
export interface ModelsFault {
  readonly plugin: string;
  readonly reason: string;
}

/**
 * Whether the models for machine learning are installed and work. A library also works without them.
 * @param failure the reason why installed models are unavailable, while photos wait for them
 * @param faultOf why models only stand for a wrong answer of the provider; otherwise null
 */
export function modelsCheck(
  provider: () => Pick<MlProvider, 'models'> | undefined,
  failure: () => { readonly message: string } | null = () => null,
  faultOf: (models: MlModels) => ModelsFault | null = () => null,
): HealthCheck {
  return {
    id: 'models',
    run: () => {
      const reason = failure();
      return Promise.resolve(reason ? { ok: false, detail: reason.message } : result(provider(), faultOf));
    },
  };
}

function result(
  provider: Pick<MlProvider, 'models'> | undefined,
  faultOf: (models: MlModels) => ModelsFault | null,
): { ok: boolean; detail: string } {
  if (!provider) {
    return {
      ok: true,
      detail: 'No plugin brings machine learning: people are not recognised, and search only finds text.',
    };
  }
  const models = provider.models();
  const fault = faultOf(models);
  if (fault) {
    const { plugin, reason } = fault;
    return {
      ok: false,
      detail: `The plugin ${plugin} does not say which models it has (${reason}): update or replace it.`,
    };
  }
  const missing = parts.filter(([part]) => models[part] === null).map(([, noun]) => noun);
  const installed = parts.flatMap(([part]) => models[part]?.id ?? []);
  if (missing.length === 0) return { ok: true, detail: `All models are installed: ${installed.join(', ')}.` };
  return {
    ok: true,
    detail: `No models for ${missing.join(', ')} are installed: to install them, run \`photofinch models pull\`.`,
  };
}
