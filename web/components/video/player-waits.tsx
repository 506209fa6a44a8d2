import type { JSX } from 'preact';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';
import { Glyph } from './glyph.tsx';
import type { PlayerWords } from './player-words.ts';

/** In the middle of a video that does not move: a large mark to play it, or that it is still to come. */
export function PlayerWaits({ player, words }: { player: VideoPlayer; words: PlayerWords }): JSX.Element | null {
  if (player.playing.value) {
    return player.waiting.value ? (
      <p class="player-waits" role="status">
        <span class="unseen">{words.loading}</span>
      </p>
    ) : null;
  }
  // For pointers: the controls have the same for keys and screen readers. No button, which would have the focus and go with it.
  return (
    <span
      class="player-begins"
      aria-hidden="true"
      onClick={() => {
        player.play();
      }}
    >
      <Glyph name={player.ended.value ? 'again' : 'play'} />
    </span>
  );
}
