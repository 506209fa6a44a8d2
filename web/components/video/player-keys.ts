import type { VideoPlayer } from '../../state/viewer/video/player.ts';
import { shortSkip } from '../../state/viewer/video/skips.ts';

const arrows: Readonly<Record<string, number>> = { ArrowLeft: -shortSkip, ArrowRight: shortSkip };

/** What arrow keys do while something of the controls has the focus: they are about the video then, not about photos. */
export function controlKey(event: KeyboardEvent, player: VideoPlayer): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  const by = arrows[event.key];
  if (by !== undefined && event.target.closest('.volume, select') === null) {
    event.preventDefault();
    player.skip(by);
  }
  if (/^(Arrow|Home|End|Page)/.test(event.key)) event.stopPropagation();
}
