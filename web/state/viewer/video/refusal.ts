import type { PlayerFailure } from './player-options.ts';

/**
 * Why the server rejects a video, which an element does not report; null if it does not reject it. Loads no data.
 * @throws if the server does not answer
 */
export async function refusalOf(address: string): Promise<PlayerFailure | null> {
  const { ok, status, headers } = await fetch(address, { method: 'HEAD' });
  if (ok) return null;
  const kind = headers.get('x-error-kind');
  if (kind === 'no_ffmpeg') return 'no_converter';
  if (kind === 'broken_video') return 'unplayable';
  return kind === 'not_ready' || status === 429 ? 'busy' : 'lost';
}
