import type { JSX } from 'preact';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { shortCaptureTime } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { TileFault } from './tile-fault.tsx';
import { TileMarks } from './tile-marks.tsx';
import { RetriedImage } from '../elements/retried-image.tsx';

/** A photo on a shelf, in the height of the shelf and its own aspect ratio. */
export function PhotoThumb({ photo, href }: { photo: PhotoItem; href: string }): JSX.Element {
  const { width, height } = photo;
  const aspect = width && height ? Math.min(2, Math.max(0.6, width / height)) : 4 / 3;
  return (
    <a
      class="photo-thumb"
      href={href}
      style={{ aspectRatio: String(aspect) }}
      aria-label={text.photoLabel(text.kinds[photo.kind], shortCaptureTime(photo.taken_at_local))}
    >
      {photo.thumb_url && <RetriedImage url={photo.thumb_url} lazy />}
      {photo.fault && <TileFault fault={photo.fault} pictured={photo.thumb_url !== null} />}
      <TileMarks photo={photo} />
    </a>
  );
}
