import type { JSX, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { rates } from '../../state/viewer/video/habits.ts';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';
import { clock, spokenClock } from '../../state/viewer/video/clock.ts';
import { hasOwnWindow, toggleFullScreen, toggleOwnWindow, useFullScreen } from './full-screen.ts';
import { Glyph, type GlyphName } from './glyph.tsx';
import { useIdleControls } from './idle-controls.ts';
import { longSkip, shortSkip } from '../../state/viewer/video/skips.ts';
import type { PlayerWords } from './player-words.ts';
import '../../styles/video/player.css';

interface PlayerControlsProps {
  readonly player: VideoPlayer;
  readonly video: RefObject<HTMLVideoElement>;
  readonly words: PlayerWords;
}

/** The controls of a video, which are hidden while it plays without input. */
export function PlayerControls({ player, video, words }: PlayerControlsProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const isFullScreen = useFullScreen();
  useIdleControls(player, element);
  const wantsScreen = player.wantsScreen.value;
  // Requests by key from before these controls were mounted are done.
  const lastWish = useRef(wantsScreen);
  useEffect(() => {
    if (wantsScreen !== lastWish.current) toggleFullScreen(video.current);
    lastWish.current = wantsScreen;
  }, [wantsScreen]);
  const { habits } = player;
  const isPlaying = player.playing.value;
  const muted = habits.muted.value;
  const length = player.length.value;
  const isOver = player.ended.value && !isPlaying;
  const main = isPlaying ? words.pause : isOver ? words.playAgain : words.play;
  const glyph = isPlaying ? 'pause' : isOver ? 'again' : 'play';
  const button = (label: string, name: GlyphName, act: () => void, kind: string): JSX.Element => (
    <button type="button" class={kind} aria-label={label} title={label} onClick={act}>
      <Glyph name={name} />
    </button>
  );
  const toggle = (): void => {
    player.toggle();
  };
  return (
    <div
      class="player-controls"
      ref={element}
      role="group"
      aria-label={words.video}
      data-alone={player.isIdle.value}
      onKeyDown={(event) => {
        controlKey(event, player);
      }}
    >
      <SeekBar player={player} words={words} />
      <div class="player-row">
        {button(main, glyph, toggle, 'play')}
        {button(
          words.back(longSkip),
          'back',
          () => {
            player.skip(-longSkip);
          },
          'skip' /* prettier-ignore */,
        )}
        {button(
          words.forward(longSkip),
          'forward',
          () => {
            player.skip(longSkip);
          },
          'skip' /* prettier-ignore */,
        )}
        {button(
          muted ? words.unmute : words.mute,
          muted ? 'no-sound' : 'sound',
          () => {
            habits.toggleSound();
          },
          'sound',
        )}
        <input
          class="volume"
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={muted ? 0 : habits.volume.value}
          aria-label={words.volume}
          aria-valuetext={new Intl.NumberFormat(words.locale, { style: 'percent' }).format(
            muted ? 0 : habits.volume.value,
          )}
          style={{ '--played': `${muted ? 0 : 100 * habits.volume.value}%` }}
          onInput={({ currentTarget }) => {
            habits.setVolume(Number(currentTarget.value));
          }}
        />
        <span class="player-time" aria-hidden="true">
          {clock(player.time.value)}
          {length !== null && <small> / {clock(length)}</small>}
        </span>
        <select
          aria-label={words.speed}
          title={words.speed}
          value={habits.rate.value}
          onChange={({ currentTarget }) => {
            habits.rate.value = Number(currentTarget.value);
          }}
        >
          {rates.map((rate) => (
            <option key={rate} value={rate}>
              {new Intl.NumberFormat(words.locale).format(rate)}×
            </option>
          ))}
        </select>
        {hasOwnWindow &&
          button(
            words.pictureInPicture,
            'own-window',
            () => {
              toggleOwnWindow(video.current);
            },
            'own-window',
          )}
        {button(
          isFullScreen ? words.leaveFullScreen : words.fullScreen,
          isFullScreen ? 'small-screen' : 'full-screen',
          () => {
            toggleFullScreen(video.current);
          },
          'full-screen',
        )}
      </div>
    </div>
  );
}

const arrows: Readonly<Record<string, number>> = { ArrowLeft: -shortSkip, ArrowRight: shortSkip };

/** The arrow keys while a control has the focus: they seek in the video instead of changing the photo. */
function controlKey(event: KeyboardEvent, player: VideoPlayer): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  const by = arrows[event.key];
  if (by !== undefined && event.target.closest('.volume, select') === null) {
    event.preventDefault();
    player.skip(by);
  }
  if (/^(Arrow|Home|End|Page)/.test(event.key)) event.stopPropagation();
}

/** The seek bar, for pointers and keys. Without a known duration it is read-only. */
function SeekBar({ player, words }: { player: VideoPlayer; words: PlayerWords }): JSX.Element {
  const length = player.length.value;
  const time = player.time.value;
  const share = (seconds: number): string => `${length ? Math.min(100, (100 * seconds) / length) : 0}%`;
  const spoken = (seconds: number): string => spokenClock(seconds, words.locale);
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
      aria-valuetext={words.at(spoken(time), length === null ? null : spoken(length))}
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
