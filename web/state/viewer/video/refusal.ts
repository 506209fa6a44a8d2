import type { PlayerFailure } from './player-options.ts';

/**
 * Why the server does not hand out a video, which an element never says; null where it does. Nothing of it is loaded.
 * @throws where no server answers
 */
export async function refusalOf(address: string): Promise<PlayerFailure | null> {
  const { ok, status, headers } = await fetch(address, { method: 'HEAD' });
  if (ok) return null;
  const kind = headers.get('x-error-kind');
  if (kind === 'no_ffmpeg') return 'no_converter';
  if (kind === 'broken_video') return 'unplayable';
  return kind === 'not_ready' || status === 429 ? 'busy' : 'lost';
}
