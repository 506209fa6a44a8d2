import type { VideoFacts } from '../../../../core/http/wire.ts';

/** The file as it is, or what the server makes of it for browsers that cannot play that. */
export type Way = 'full' | 'stream';

/** How a video can be played, the best first. @param canPlay what the browser says of a type with codecs */
export function waysToPlay(facts: VideoFacts | null, canPlay: (type: string) => boolean): Way[] {
  // Of a video that was not looked at yet, the server finds out when it is asked.
  if (facts === null) return ['full', 'stream'];
  if (!facts.convertible) return ['full'];
  return facts.type === null || canPlay(asMp4(facts.type)) ? ['full', 'stream'] : ['stream'];
}

/** QuickTime is where MP4 comes from: browsers play the one as the other, and do not say so. */
function asMp4(type: string): string {
  return type.replace(/^video\/quicktime\b/, 'video/mp4');
}
