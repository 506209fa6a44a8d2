import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Photo, PhotoItem } from '../../../../core/http/wire.ts';
import { type App, useApp } from '../../../app.ts';
import { captureTime } from '../../../state/format.ts';
import { originalPath, streamPath } from '../../../state/viewer/original.ts';
import { VideoPlayer } from '../../../state/viewer/video/player.ts';
import { refusalOf } from '../../../state/viewer/video/refusal.ts';
import { streamStart } from '../../../state/viewer/video/stream-start.ts';
import { waysToPlay } from '../../../state/viewer/video/ways.ts';
import { text } from '../../../strings/index.ts';
import { locale } from '../../../strings/language.ts';
import { words as ofPlayer } from '../../../strings/player/index.ts';
import { useRecovered, useStoreReturned } from '../../hooks/recovered.ts';
import { Glyph } from '../../video/glyph.tsx';
import { PlayerControls } from '../../video/player-controls.tsx';
import { PlayerError } from '../../video/player-error.tsx';
import { PlayerWaits } from '../../video/player-waits.tsx';
import { VideoScreen } from '../../video/video-screen.tsx';
import { VideoStill, type VideoProps } from './video-still.tsx';

const words = { ...text.playing, ...ofPlayer, locale };

/** From this screen size in pixels on, streams have 1080 lines. */
const wideScreen = 1280;

/** The open video, with its controls. */
export function VideoPart(props: VideoProps): JSX.Element {
  const { open } = useApp();
  const photo = open.photo.value;
  if (photo?.uid === props.item.uid) return <Player key={photo.uid} {...props} photo={photo} />;
  return <VideoStill {...props} />;
}

function Player({ item, style, photo }: VideoProps & { photo: Photo }): JSX.Element {
  const app = useApp();
  const { open, viewer, connection, watch } = app;
  const video = useRef<HTMLVideoElement>(null);
  const player = useMemo(() => playerOf(app, photo), [item.uid]);
  const failure = player.failure.value;

  // Before the first paint, so that keys apply to the visible video.
  useLayoutEffect(() => {
    viewer.video.value = player;
    // The video is ready, or loads when it is played: preloading need not wait for it.
    open.shown.value = item.uid;
    return () => {
      if (viewer.video.peek() === player) viewer.video.value = null;
    };
  }, [player]);
  useEffect(() => {
    if (failure !== 'lost') return;
    void connection.doubt();
    watch.doubtStore();
  }, [failure]);
  const retry = (): void => {
    if (player.failure.peek() === 'lost') player.retry();
  };
  useRecovered(retry);
  useStoreReturned(retry);

  const label = photo.caption ?? `${words.video}, ${captureTime(photo.taken_at_local)}`;
  return (
    <>
      <div class="picture" style={style} data-video data-fading={viewer.show.playing.value}>
        {item.thumb_url && <img class="thumbnail" src={item.thumb_url} alt="" draggable={false} />}
        <VideoScreen player={player} video={video} label={label} />
      </div>
      {failure === null ? (
        <PlayerWaits player={player} words={words} />
      ) : (
        <PlayerError
          player={player}
          facts={photo.video}
          words={watch.storeAway.value ? { ...words, lostBody: text.viewer.storeAway } : words}
          download={<SaveOriginal item={item} />}
        />
      )}
      {failure === null && !viewer.show.playing.value && <PlayerControls player={player} video={video} words={words} />}
    </>
  );
}

function SaveOriginal({ item }: { item: PhotoItem }): JSX.Element {
  const { downloads, toasts } = useApp();
  const save = (): void => {
    downloads.start([item]).catch((error: unknown) => {
      toasts.fail(error);
    });
  };
  return (
    <button class="button" type="button" onClick={save}>
      <Glyph name="download" />
      {words.download}
    </button>
  );
}

function playerOf({ api, open, viewer }: App, { uid, duration, video }: Photo): VideoPlayer {
  const probe = document.createElement('video');
  const signed = async (path: string, parameters: Record<string, string> = {}): Promise<string> => {
    const { sig, exp } = await api.photos.sign(path);
    return `${path}?${new URLSearchParams({ ...parameters, sig, exp: String(exp) }).toString()}`;
  };
  // The signature may have expired when the URL is requested again.
  let knownUrl = open.original.peek()?.view ?? null;
  const full = (): string | Promise<string> => {
    const address = knownUrl ?? signed(originalPath(uid));
    knownUrl = null;
    return address;
  };
  const height = Math.max(screen.width, screen.height) * devicePixelRatio > wideScreen ? '1080' : '720';
  return new VideoPlayer({
    uid,
    length: duration,
    ways: waysToPlay(video, (type) => probe.canPlayType(type) !== ''),
    address: (way, start) => (way === 'full' ? full() : signed(streamPath(uid), { start: start.toFixed(3), height })),
    begins: streamStart,
    refusal: refusalOf,
    habits: viewer.habits,
    resume: viewer.resume,
  });
}
