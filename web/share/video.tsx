import type { CSSProperties, JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { SharedFacts, SharedPhoto } from '../../core/http/wire.ts';
import { Glyph } from '../components/video/glyph.tsx';
import { PlayerControls } from '../components/video/player-controls.tsx';
import { PlayerError } from '../components/video/player-error.tsx';
import { PlayerWaits } from '../components/video/player-waits.tsx';
import { VideoScreen } from '../components/video/video-screen.tsx';
import type { Habits } from '../state/viewer/video/habits.ts';
import { VideoPlayer } from '../state/viewer/video/player.ts';
import { refusalOf } from '../state/viewer/video/refusal.ts';
import { streamStart } from '../state/viewer/video/stream-start.ts';
import type { Resume } from '../state/viewer/video/resume.ts';
import type { SharedAlbum } from './shared-album.ts';
import { player as words } from './text.ts';

/** The guest's playback settings and positions, for all videos of the link. */
export interface Watching {
  readonly habits: Habits;
  readonly resume: Resume;
  /** The player of the open video. */
  player: VideoPlayer | null;
}

interface SharedVideoProps {
  readonly album: SharedAlbum;
  readonly facts: SharedFacts;
  readonly photo: SharedPhoto;
  readonly label: string;
  readonly style: CSSProperties;
  readonly watching: Watching;
}

/** The open video, which starts automatically: its file, or the server's conversion. */
export function SharedVideo({ album, facts, photo, label, style, watching }: SharedVideoProps): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  const player = useMemo(
    () =>
      new VideoPlayer({
        uid: photo.uid,
        length: photo.duration,
        ways: facts.video_files ? ['full', 'stream'] : ['stream'],
        address: (way, start) => (way === 'full' ? album.video(photo) : album.stream(photo, start)),
        begins: streamStart,
        refusal: refusalOf,
        ...watching,
      }),
    [photo.uid],
  );
  // Before the first paint, so that keys apply to the visible video.
  useLayoutEffect(() => {
    watching.player = player;
    player.play();
    return () => {
      watching.player = null;
    };
  }, [player]);
  const download = (
    <a class="button" href={album.original(photo)} download="">
      <Glyph name="download" />
      {words.download}
    </a>
  );
  return (
    <>
      <div class="shared-picture" style={style}>
        {photo.thumb_url && <img src={photo.thumb_url} alt="" draggable={false} />}
        <VideoScreen player={player} video={video} label={label} />
      </div>
      {player.failure.value === null ? (
        <>
          <PlayerWaits player={player} words={words} />
          <PlayerControls player={player} video={video} words={words} />
        </>
      ) : (
        <PlayerError player={player} facts={null} words={words} {...(facts.download && { download })} />
      )}
    </>
  );
}
