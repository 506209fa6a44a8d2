import type { JSX } from 'preact';
import { Icon } from '../elements/icon.tsx';
import { RetriedImage } from '../elements/retried-image.tsx';

/** A face, or an icon if there is no picture. Round for people, square for single faces. */
export function FacePicture({ url, shape = 'round' }: { url: string | null; shape?: 'round' | 'square' }): JSX.Element {
  return (
    <span class="face-picture" data-shape={shape}>
      {url === null ? <Icon name="person" /> : <RetriedImage url={url} />}
    </span>
  );
}
