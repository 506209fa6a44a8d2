import type { CSSProperties, FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PhotoItem } from '../../../../core/http/wire.ts';
import { useApp } from '../../../app.ts';

export interface VideoProps {
  readonly item: PhotoItem;
  readonly style: CSSProperties;
}

let part: FunctionComponent<VideoProps> | null = null;

/** The open video: its thumbnail, until its player was fetched with the first one. */
export function Video(props: VideoProps): JSX.Element {
  const { toasts } = useApp();
  const [Part, setPart] = useState(() => part);
  useEffect(() => {
    if (Part) return;
    import('./video-part.tsx').then(
      ({ VideoPart }) => {
        part = VideoPart;
        setPart(() => VideoPart);
      },
      (error: unknown) => {
        toasts.fail(error);
      },
    );
  }, []);
  if (Part) return <Part {...props} />;
  return (
    <div class="picture" style={props.style}>
      {props.item.thumb_url && <img class="thumbnail" src={props.item.thumb_url} alt="" draggable={false} />}
    </div>
  );
}
