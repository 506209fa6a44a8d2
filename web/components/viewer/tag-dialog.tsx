import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatCount } from '../../state/format.ts';
import { maxPerRequest } from '../../state/photos/photo-edits.ts';
import { text } from '../../strings/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';
import { useDraft } from '../hooks/draft.ts';
import { useSaving } from '../hooks/saving.ts';

/** Adds one tag to some photos. */
export function TagDialog({ photos }: { photos: readonly PhotoItem[] }): JSX.Element {
  const app = useApp();
  const [typed, setTyped] = useDraft('tag', '');
  const [knownTags, setKnownTags] = useState<string[]>([]);
  const close = (): void => {
    app.dialog.value = null;
  };
  const { busy, failure, make, stop } = useSaving(close, { inParts: photos.length > maxPerRequest });
  useEffect(() => {
    // Completion is optional: without it, tags can still be typed.
    app.api.library.tags().then(
      ({ tags }) => {
        setKnownTags(tags.map(({ name }) => name));
      },
      () => undefined,
    );
  }, []);
  const add = async (stop: AbortSignal): Promise<void> => {
    const tag = typed.trim();
    const undo = await app.edits.addTag(photos, tag, stop);
    if (undo) app.toasts.say(text.done.tagged(photos.length, tag), undo);
  };
  const title = text.tagPhotos(formatCount(photos.length), photos.length === 1);
  return (
    <Dialog label={title} close={close}>
      <h2>{title}</h2>
      <Form
        submit={() => void make(add)}
        busy={busy}
        failure={failure}
        stop={stop}
        buttons={<SubmitOrCancel submit={text.add} disabled={typed.trim() === ''} cancel={close} />}
      >
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
      </Form>
    </Dialog>
  );
}
