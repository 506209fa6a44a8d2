import type { JSX } from 'preact';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';
import { Glyph } from './glyph.tsx';
import type { PlayerWords } from './player-words.ts';

/** In the middle of a paused or loading video: a large play icon, or a spinner. */
export function PlayerWaits({ player, words }: { player: VideoPlayer; words: PlayerWords }): JSX.Element | null {
  if (player.playing.value) {
    return player.waiting.value ? (
      <p class="player-waits" role="status">
        <span class="unseen">{words.loading}</span>
      </p>
    ) : null;
  }
  // For pointers only: the controls offer the same to keyboard and screen readers. It is not a button, since that would take
  // the focus and lose it when it disappears.
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
