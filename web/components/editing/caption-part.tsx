import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../../strings/editing/index.ts';
import { Form } from '../elements/form.tsx';
import type { PartProps } from './part-props.ts';
import { PartButtons } from './part-buttons.tsx';

/** The caption part of the dialog. */
export function CaptionPart({ count, photo, busy, failure, stop, save, cancel }: PartProps): JSX.Element {
  const [caption, setCaption] = useState(photo?.caption ?? '');
  const isDecided = photo === null || photo.edited.includes('caption');
  return (
    <Form
      submit={() => {
        save({ caption: caption.trim() });
      }}
      busy={busy}
      failure={failure}
      stop={stop}
      buttons={
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
      }
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
    </Form>
  );
}
