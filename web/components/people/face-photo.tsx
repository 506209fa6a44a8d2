import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';

/** The photo that the face of the queue is in, small, with a box around the face. */
export function FacePhoto(): JSX.Element {
  const faces = useApp().people.queue.faces.value;
  const face = faces.current.value?.face;
  const photo = faces.photo.value;
  if (!face || !photo?.thumb_url) return <div class="face-photo" />;
  const { x, y, w, h } = face.box;
  const part = (fraction: number): string => `${(fraction * 100).toFixed(2)}%`;
  const aspectRatio = photo.width && photo.height ? `${photo.width} / ${photo.height}` : '1';
  return (
    <div class="face-photo">
      <a
        href={formatPlace(placeOf('timeline', { photo: photo.uid }))}
        aria-label={text.facePhoto}
        style={{ aspectRatio }}
      >
        <img key={photo.uid} src={photo.thumb_url} alt="" draggable={false} />
        <span class="face-box" style={{ left: part(x), top: part(y), width: part(w), height: part(h) }} />
      </a>
    </div>
  );
}
