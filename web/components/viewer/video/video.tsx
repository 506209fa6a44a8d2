import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../../../app.ts';
import { text } from '../../../strings/index.ts';
import { useFetched } from '../../hooks/fetched.ts';
import { VideoStill, type VideoProps } from './video-still.tsx';

const fetchPart = (): Promise<typeof import('./video-part.tsx')> => import('./video-part.tsx');

/** The open video: its thumbnail, until the player is loaded with the first video. */
export function Video(props: VideoProps): JSX.Element {
  const { open, toasts } = useApp();
  const [part, hasFailed] = useFetched(fetchPart);
  const { uid } = props.item;
  useEffect(() => {
    if (!hasFailed) return;
    toasts.fail(new Error(text.partLost));
    open.shown.value = uid;
  }, [hasFailed, uid]);
  return part ? <part.VideoPart {...props} /> : <VideoStill {...props} />;
}
