import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Photo } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { focusPage } from '../frame/page-focus.ts';
import { useDraft } from '../hooks/draft.ts';

/** The tags of a photo, which editors can change here. */
export function TagEditor({ photo }: { photo: Photo }): JSX.Element {
  const { session, api, edits, open, toasts } = useApp();
  const [typed, setTyped] = useDraft(`tag of ${photo.uid}`, '');
  const [knownTags, setKnownTags] = useState<string[]>([]);
  const mayEdit = session.may('write');
  const isOpen = open.uid.value === photo.uid;

  useEffect(() => {
    if (!mayEdit) return;
    // Completion is optional: without it, tags can still be typed.
    api.library.tags().then(
      ({ tags }) => {
        setKnownTags(tags.map(({ name }) => name));
      },
      () => undefined,
    );
  }, [mayEdit]);

  const add = async (): Promise<void> => {
    if (!isOpen) return;
    const tag = typed.trim();
    setTyped('');
    if (tag === '') return;
    await attempt(async () => {
      try {
        const undo = await edits.addTag([photo], tag);
        if (undo) toasts.say(text.done.tagged(1, tag), undo);
      } catch (error) {
        setTyped(tag);
        throw error;
      }
    });
  };
  const remove = (tag: string): Promise<void> =>
    attempt(async () => {
      const undo = await edits.removeTag([photo], tag);
      if (undo) toasts.say(text.done.untagged(1, tag), undo);
    });
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => {
      toasts.fail(error);
    });
  };
  return (
    <>
      {/* Of each photo its own: with the tags of the previous one, the focus leaves the list. */}
      <ul key={photo.uid} class="tags" data-keeps-focus="buttons">
        {photo.tags.map((tag) => (
          <li key={tag}>
            <a href={formatPlace(placeOf('tags', { about: tag }))}>
              <bdi>{tag}</bdi>
            </a>
            {mayEdit && (
              <button
                type="button"
                aria-label={text.removeTag(tag)}
                disabled={!isOpen}
                onClick={({ detail: clicks }) => {
                  // The field for tags takes the focus after a key. The next keys of whoever clicked are shortcuts, not a tag.
                  if (clicks > 0 && photo.tags.length === 1) focusPage();
                  void remove(tag);
                }}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <input
            list="known-tags"
            placeholder={text.addTag}
            aria-label={text.addTag}
            maxLength={64}
            // A disabled field would leave the keys that are typed to the shortcuts.
            readOnly={!isOpen}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
            }}
          />
          <datalist id="known-tags">
            {knownTags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </form>
      )}
    </>
  );
}
