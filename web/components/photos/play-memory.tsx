import type { JSX } from 'preact';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import type { Place } from '../../state/routes.ts';
import { words } from '../../strings/trips/index.ts';
import { Icon } from '../elements/icon.tsx';

interface PlayMemoryProps {
  /** Newest first. */
  readonly photos: readonly PhotoItem[];
  /** The list that contains them. */
  readonly of: Place;
}

/** A button that plays photos as a slide show, oldest first. */
export function PlayMemory({ photos, of }: PlayMemoryProps): JSX.Element | null {
  const { router, viewer } = useApp();
  const first = photos.at(-1);
  if (!first) return null;
  return (
    <button
      class="icon-button play-memory"
      type="button"
      aria-label={words.play}
      title={words.play}
      onClick={() => {
        router.go({ ...of, photo: first.uid });
        viewer.show.begin('newer');
      }}
    >
      <Icon name="slides" />
    </button>
  );
}
