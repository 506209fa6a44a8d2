import type { ComponentChildren, JSX } from 'preact';
import type { VideoFacts } from '../../../core/http/wire.ts';
import { codecName } from '../../state/viewer/video/codec-name.ts';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';
import { Glyph } from './glyph.tsx';
import type { PlayerWords } from './player-words.ts';

interface PlayerErrorProps {
  readonly player: VideoPlayer;
  readonly facts: VideoFacts | null;
  readonly words: PlayerWords;
  /** A button that saves the original; absent if downloads are not allowed. */
  readonly download?: ComponentChildren;
}

/** Why the video does not play, and what can be done. */
export function PlayerError({ player, facts, words, download }: PlayerErrorProps): JSX.Element | null {
  const failure = player.failure.value;
  if (failure === null) return null;
  const canRetry = failure === 'busy' || failure === 'lost';
  const title = canRetry ? words[failure] : words.unplayable;
  const codec = facts?.video_codec ?? null;
  return (
    <div class="player-error" role="alert">
      <h2>{title}</h2>
      {canRetry ? (
        <p>{failure === 'busy' ? words.busyBody : words.lostBody}</p>
      ) : (
        <>
          <p>{codec === null ? words.unknownCodec : words.codec(codecName(codec))}</p>
          {(failure === 'no_converter' || facts?.convertible === false) && <p>{words.noConverter}</p>}
          {download !== undefined && <p>{words.downloadAdvice}</p>}
        </>
      )}
      <div class="buttons">
        {canRetry ? (
          <button
            class="button"
            type="button"
            onClick={() => {
              player.play();
            }}
          >
            <Glyph name="retry" />
            {words.tryAgain}
          </button>
        ) : (
          download
        )}
      </div>
    </div>
  );
}
