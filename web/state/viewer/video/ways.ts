import type { VideoFacts } from '../../../../core/http/wire.ts';

/** The original, or the server's conversion for browsers that cannot play it. */
export type Way = 'full' | 'stream';

/** The ways to play a video, best first. @param canPlay the browser's answer for a type with codecs */
export function waysToPlay(facts: VideoFacts | null, canPlay: (type: string) => boolean): Way[] {
  // A video that was not analysed yet: the server analyses it on request.
  if (facts === null) return ['full', 'stream'];
  if (!facts.convertible) return ['full'];
  return facts.type === null || canPlay(asMp4(facts.type)) ? ['full', 'stream'] : ['stream'];
}

/** MP4 is based on QuickTime: browsers play both, but do not claim to play QuickTime. */
function asMp4(type: string): string {
  return type.replace(/^video\/quicktime\b/, 'video/mp4');
}
