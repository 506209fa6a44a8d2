import { MlError } from '../plugin-api/ml-error.ts';
import type { MlCallOptions, MlPriority, MlProvider } from '../plugin-api/ml-provider.ts';
import { withinTime } from '../plugin-api/toolkit/index.ts';

/**
 * Seconds that a provider may take for one call. The included provider tries a picture for three minutes in one process and
 * then in another one. It must come to its end before the limit: the photo then fails, and is tried again after growing
 * pauses. Beyond the limit the models count as away, and all photos wait. Users who search should not wait that long.
 */
export const usualLimits: Readonly<Record<MlPriority, number>> = { interactive: 60, background: 600 };

/** The methods that compute. Their last argument is an `MlCallOptions`. */
const computing: ReadonlySet<PropertyKey> = new Set<keyof MlProvider>([
  ...(['detectFaces', 'embedFaces', 'embedImages', 'embedTexts', 'findLabels', 'readText', 'analyse'] as const),
]);

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * A provider whose calls have a time limit: a provider that does not respond counts as unavailable, so that photos wait for
 * it without delaying others.
 * @param limits seconds
 */
export function timedModels(provider: MlProvider, limits = usualLimits): MlProvider {
  const timed =
    (method: Method): Method =>
    async (...args) => {
      const options = args.at(-1) as MlCallOptions;
      const seconds = limits[options.priority];
      return withinTime(
        async (signal) => Reflect.apply(method, provider, [...args.slice(0, -1), { ...options, signal }]),
        {
          ms: seconds * 1000,
          signals: [options.signal],
          tooLate: () => new MlError('unavailable', `The models have not answered within ${seconds} seconds.`),
        },
      );
    };
  return new Proxy({} as MlProvider, {
    has: (_, key) => key in provider,
    get: (_, key) => {
      const value = Reflect.get(provider, key) as unknown;
      if (typeof value !== 'function') return value;
      return computing.has(key) ? timed(value as Method) : (value.bind(provider) as unknown);
    },
  });
}
