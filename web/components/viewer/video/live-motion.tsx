import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../../app.ts';
import { motionPath, streamPath } from '../../../state/viewer/original.ts';
import type { Way } from '../../../state/viewer/video/ways.ts';
import { savesData } from '../../../browser.ts';
import { text } from '../../../strings/index.ts';
import { PassingVideo } from '../../video/passing-video.tsx';

/** The motion part of a live photo over its picture: plays once when the photo is opened, and on request. */
export function LiveMotion({ uid }: { uid: string }): JSX.Element | null {
  const { api, toasts, viewer } = useApp();
  const { live } = viewer;
  /** The original motion, or the server's conversion if the browser cannot play it. */
  const [way, setWay] = useState<Way>('full');
  const [address, setAddress] = useState<string | null>(null);
  const mode = live.playing.value;

  useEffect(() => {
    live.there.value = true;
    if (!savesData() && !matchMedia('(prefers-reduced-motion: reduce)').matches) live.play('quietly');
    return () => {
      live.there.value = false;
      live.end();
    };
  }, [uid]);
  const fail = (): void => {
    setAddress(null);
    if (way === 'full') {
      setWay('stream');
      return;
    }
    setWay('full');
    if (live.playing.peek() === 'aloud') toasts.say(text.playing.liveFailed);
    live.end();
  };
  useEffect(() => {
    if (mode === null || address !== null) return;
    const stop = new AbortController();
    const path = way === 'full' ? motionPath(uid) : streamPath(uid);
    api.photos.sign(path, stop.signal).then(
      ({ sig, exp }) => {
        setAddress(`${path}?${new URLSearchParams({ sig, exp: String(exp) }).toString()}`);
      },
      () => {
        if (!stop.signal.aborted) fail();
      },
    );
    return () => {
      stop.abort();
    };
  }, [uid, mode, way]);

  if (mode === null || address === null) return null;
  return (
    <PassingVideo
      key={mode}
      src={address}
      muted={mode === 'quietly' || viewer.habits.muted.value}
      onEnded={() => {
        live.end();
      }}
      onFailed={fail}
    />
  );
}
