import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Photo } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { withTag, withoutTag } from '../state/tag-edits.ts';
import { text } from '../strings.ts';

/** The tags of a photo; who may edit adds and removes them here. */
export function TagEditor({ photo }: { photo: Photo }): JSX.Element {
  const { open, session, api } = useApp();
  const [typed, setTyped] = useState('');
  const [known, setKnown] = useState<string[]>([]);
  const mayEdit = session.may('write');

  useEffect(() => {
    if (!mayEdit) return;
    // Completion is a comfort: without it tags are still typed.
    api.tags().then(
      ({ tags }) => {
        setKnown(tags.map(({ name }) => name));
      },
      () => undefined,
    );
  }, [mayEdit]);

  const set = (tags: readonly string[]): void => {
    if (tags !== photo.tags) void open.setTags(tags);
  };
  return (
    <>
      <ul class="tags">
        {photo.tags.map((tag) => (
          <li key={tag}>
            {tag}
            {mayEdit && (
              <button
                type="button"
                aria-label={text.removeTag(tag)}
                onClick={() => {
                  set(withoutTag(photo.tags, tag));
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
            set(withTag(photo.tags, typed));
            setTyped('');
          }}
        >
          <input
            list="known-tags"
            placeholder={text.addTag}
            aria-label={text.addTag}
            maxLength={64}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
            }}
          />
          <datalist id="known-tags">
            {known.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </form>
      )}
    </>
  );
}
