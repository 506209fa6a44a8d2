import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatCount } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { useDraft } from '../hooks/draft.ts';

/** Adds one tag to some photos. */
export function TagDialog({ photos }: { photos: readonly PhotoItem[] }): JSX.Element {
  const app = useApp();
  const [typed, setTyped] = useDraft('tag', '');
  const [knownTags, setKnownTags] = useState<string[]>([]);
  const close = (): void => {
    app.dialog.value = null;
  };
  useEffect(() => {
    // Completion is optional: without it, tags can still be typed.
    app.api.library.tags().then(
      ({ tags }) => {
        setKnownTags(tags.map(({ name }) => name));
      },
      () => undefined,
    );
  }, []);
  const add = async (): Promise<void> => {
    const tag = typed.trim();
    if (tag === '') return;
    close();
    try {
      const undo = await app.edits.addTag(photos, tag);
      if (undo) app.toasts.say(text.done.tagged(photos.length, tag), undo);
    } catch (error) {
      app.toasts.fail(error);
    }
  };
  const title = text.tagPhotos(formatCount(photos.length), photos.length === 1);
  return (
    <Dialog label={title} close={close}>
      <form
        class="tag-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <h2>{title}</h2>
        <input
          list="all-tags"
          aria-label={text.addTag}
          placeholder={text.addTag}
          maxLength={64}
          value={typed}
          autofocus
          onInput={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <datalist id="all-tags">
          {knownTags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <div class="buttons">
          <button class="button quiet" type="button" onClick={close}>
            {text.cancel}
          </button>
          <button class="button primary" type="submit">
            {text.add}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
