import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { goTo } from '../../actions/viewer-actions.ts';
import { useApp } from '../../app.ts';
import { captureTime } from '../../state/format.ts';
import { formatPlace } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import '../../styles/viewer/stack-strip.css';
import { Icon } from '../elements/icon.tsx';

/** The photos of the open photo's stack. */
export function StackStrip(): JSX.Element | null {
  const app = useApp();
  const { open, router, stack: shownStack } = app;
  const item = open.item.value;
  useEffect(() => {
    // The strip stays while the next photo of the stack is being read.
    if (item) void shownStack.read(item);
  }, [item?.stack?.id, item?.stack?.count]);
  const stack = shownStack.stack.value;
  if (!stack?.photos.some(({ uid }) => uid === open.uid.value)) return null;
  return (
    <nav class="stack-strip" aria-label={text.stacks.strip}>
      <ol>
        {stack.photos.map((photo) => {
          const name = text.photoLabel(text.kinds[photo.kind], captureTime(photo.taken_at_local));
          return (
            <li key={photo.uid}>
              <a
                href={formatPlace({ ...router.place.value, photo: photo.uid })}
                aria-label={photo.uid === stack.cover ? `${name}, ${text.stacks.cover}` : name}
                aria-current={photo.uid === open.uid.value ? 'true' : undefined}
                data-cover={photo.uid === stack.cover}
                draggable={false}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  goTo(app, photo);
                }}
              >
                {photo.thumb_url && <img src={photo.thumb_url} alt="" decoding="async" draggable={false} />}
                {!photo.thumb_url && <Icon name={photo.fault ? 'broken' : 'photos'} />}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
