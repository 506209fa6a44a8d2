import type { ComponentChildren, JSX } from 'preact';
import type { VideoFacts } from '../../../core/http/wire.ts';
import { codecName } from '../../state/viewer/video/codec-name.ts';
import type { VideoPlayer } from '../../state/viewer/video/player.ts';
import { Glyph } from './glyph.tsx';
import type { PlayerWords } from './player-words.ts';

interface PlayerTroubleProps {
  readonly player: VideoPlayer;
  readonly facts: VideoFacts | null;
  readonly words: PlayerWords;
  /** How to save the original; absent where that is not allowed. */
  readonly download?: ComponentChildren;
}

/** Why the video does not play, and what can be done. */
export function PlayerTrouble({ player, facts, words, download }: PlayerTroubleProps): JSX.Element | null {
  const trouble = player.trouble.value;
  if (trouble === null) return null;
  const canRetry = trouble === 'busy' || trouble === 'lost';
  const title = canRetry ? words[trouble] : words.unplayable;
  const codec = facts?.video_codec ?? null;
  return (
    <div class="player-trouble" role="alert">
      <h2>{title}</h2>
      {canRetry ? (
        <p>{trouble === 'busy' ? words.busyBody : words.lostBody}</p>
      ) : (
        <>
          <p>{codec === null ? words.unknownCodec : words.codec(codecName(codec))}</p>
          {(trouble === 'no_converter' || facts?.convertible === false) && <p>{words.noConverter}</p>}
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
