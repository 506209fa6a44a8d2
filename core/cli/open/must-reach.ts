import { StartupError } from '../../domain/errors.ts';
import type { PhotoSource } from '../../plugin-api/photo-source.ts';

/** Milliseconds that a bridge may take to report its health. */
const patience = 10_000;

/**
 * Checks that an external bridge is running.
 * @throws StartupError with the reason
 */
export async function mustReach(source: PhotoSource | undefined): Promise<void> {
  let detail: string | undefined;
  try {
    const health = await source?.health({ signal: AbortSignal.timeout(patience) });
    if (health?.reachable && health.loggedIn) return;
    detail = health?.detail;
  } catch (error) {
    detail = error instanceof Error ? error.message : undefined;
  }
  throw new StartupError(`The bridge at --url has no photos to show: ${detail ?? 'it does not say why'}`);
}
