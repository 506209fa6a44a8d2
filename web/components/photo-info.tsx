import type { ComponentChildren, JSX } from 'preact';
import type { Photo } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { captureTime, fileSize, pictureSize } from '../state/format.ts';
import { text } from '../strings/index.ts';
import { TagEditor } from './tag-editor.tsx';

/** What is known of a photo. */
export function PhotoInfo({ photo }: { photo: Photo }): JSX.Element {
  const { session } = useApp();
  const camera = [photo.camera, photo.lens].filter(Boolean);
  const size = pictureSize(photo);
  return (
    <aside class="photo-info" aria-label={text.info}>
      <dl>
        {photo.caption && <Fact name={text.caption}>{photo.caption}</Fact>}
        <Fact name={text.taken}>{captureTime(photo.taken_at_local)}</Fact>
        {photo.place && <Fact name={text.place}>{photo.place}</Fact>}
        {camera.length > 0 && <Fact name={text.camera}>{camera.join(', ')}</Fact>}
        <Fact name={text.file}>
          {photo.name}
          <small>
            {size && `${size} · `}
            {fileSize(photo.size)}
          </small>
        </Fact>
        {photo.albums.length > 0 && <Fact name={text.albums}>{photo.albums.map(({ name }) => name).join(', ')}</Fact>}
        {photo.people.length > 0 && (
          <Fact name={text.people}>{photo.people.map(({ name }) => name ?? text.unnamedPerson).join(', ')}</Fact>
        )}
        {(photo.tags.length > 0 || session.may('write')) && (
          <Fact name={text.tags}>
            <TagEditor photo={photo} />
          </Fact>
        )}
      </dl>
    </aside>
  );
}

function Fact(props: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
