import type { JSX } from 'preact';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';
import { spokenClock } from '../../state/viewer/video/clock.ts';
import type { PlayerWords } from './player-words.ts';

/** How far the video is, to be dragged and moved by keys. Without a known length it only shows. */
export function SeekBar({ player, words }: { player: VideoPlayer; words: PlayerWords }): JSX.Element {
  const length = player.length.value;
  const time = player.time.value;
  const share = (seconds: number): string => `${length ? Math.min(100, (100 * seconds) / length) : 0}%`;
  const said = (seconds: number): string => spokenClock(seconds, words.locale);
  return (
    <input
      class="seek-bar"
      type="range"
      min={0}
      max={length ?? 0}
      step="any"
      value={time}
      disabled={length === null}
      aria-label={words.position}
      aria-valuetext={words.at(said(time), length === null ? null : said(length))}
      style={{ '--played': share(time), '--loaded': share(player.loaded.value) }}
      onInput={({ currentTarget }) => {
        player.seek(Number(currentTarget.value), false);
      }}
      onChange={({ currentTarget }) => {
        player.seek(Number(currentTarget.value));
      }}
    />
  );
}
