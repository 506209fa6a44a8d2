import type { HealthCheck } from '../../plugin-api/health-check.ts';
import type { MlProvider } from '../../plugin-api/ml-provider.ts';

const parts = [
  ['faceDetector', 'finding faces'],
  ['faceEmbedder', 'recognising people'],
  ['imageText', 'searching by a description in your own words'],
] as const;

/**
 * Whether the models for machine learning are installed and work. A library also works without them.
 * @param failure the reason why installed models are unavailable, while photos wait for them
 */
export function modelsCheck(
  provider: () => Pick<MlProvider, 'models'> | undefined,
  failure: () => { readonly message: string } | null = () => null,
): HealthCheck {
  return {
    id: 'models',
    run: () => {
      const reason = failure();
      return Promise.resolve(reason ? { ok: false, detail: reason.message } : result(provider()));
    },
  };
}

function result(provider: Pick<MlProvider, 'models'> | undefined): { ok: boolean; detail: string } {
  if (!provider) {
    return {
      ok: true,
      detail: 'No plugin brings machine learning: people are not recognised, and search only finds text.',
    };
  }
  const models = provider.models();
  const missing = parts.filter(([part]) => models[part] === null).map(([, noun]) => noun);
  const installed = parts.flatMap(([part]) => models[part]?.id ?? []);
  if (missing.length === 0) return { ok: true, detail: `All models are installed: ${installed.join(', ')}.` };
  return {
    ok: true,
    detail: `No models for ${missing.join(', ')} are installed: to install them, run \`photofinch models pull\`.`,
  };
}
