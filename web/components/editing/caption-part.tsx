import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../../strings/editing/index.ts';
import type { PartProps } from './part-props.ts';
import { PartButtons } from './part-buttons.tsx';

/** The caption part of the dialog. */
export function CaptionPart({ count, photo, save, cancel }: PartProps): JSX.Element {
  const [caption, setCaption] = useState(photo?.caption ?? '');
  const isDecided = photo === null || photo.edited.includes('caption');
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        save({ caption: caption.trim() });
      }}
    >
      <div class="field">
        <label for="field-caption">{words.captionLabel}</label>
        <p id="hint-caption">{words.captionHint}</p>
        <textarea
          id="field-caption"
          aria-describedby="hint-caption"
          rows={3}
          maxLength={2000}
          value={caption}
          autofocus
          onInput={({ currentTarget }) => {
            setCaption(currentTarget.value);
          }}
        />
      </div>
      <PartButtons
        count={count}
        cancel={cancel}
        back={
          isDecided
            ? () => {
                save({ caption: null });
              }
            : undefined
        }
      />
    </form>
  );
}
