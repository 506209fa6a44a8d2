import type { JSX } from 'preact';
import { useApp } from '../../../app.ts';
import { useFetched } from '../../hooks/fetched.ts';
import { VideoStill, type VideoProps } from './video-still.tsx';

const fetchPart = (): Promise<typeof import('./video-part.tsx')> => import('./video-part.tsx');

/** The open video: its thumbnail, until the player is loaded with the first video. */
export function Video(props: VideoProps): JSX.Element {
  const { open, toasts } = useApp();
  const part = useFetched(fetchPart, (error) => {
    toasts.fail(error);
    open.shown.value = props.item.uid;
  });
  return part ? <part.VideoPart {...props} /> : <VideoStill {...props} />;
}
