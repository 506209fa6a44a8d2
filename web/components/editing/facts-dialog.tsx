import '../../styles/panel.css';
import '../../styles/panel/form.css';
import '../../styles/editing.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import type { FactsChange } from '../../state/photos/photo-edits.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/editing/index.ts';
import { Choice } from '../elements/choice.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { CaptionPart } from './caption-part.tsx';
import { DatePart } from './date-part.tsx';
import type { PartProps } from './part-props.ts';
import { PlacePart } from './place-part.tsx';

const parts = ['date', 'place', 'caption'] as const;
type Part = (typeof parts)[number];

/** The dialog that edits time, place and caption of photos. */
export function FactsDialog({ photos }: { photos: readonly PhotoItem[] }): JSX.Element | null {
  const app = useApp();
  const [part, setPart] = useState<Part>('date');
  const [first] = photos;
  const isOne = photos.length === 1;
  const [detail] = useLoaded(
    (stop) => (isOne && first ? app.api.photos.get(first.uid, stop) : Promise.resolve(null)),
    [],
  );
  const close = (): void => {
    app.dialog.value = null;
  };
  const save = async (facts: FactsChange): Promise<void> => {
    close();
    try {
      const undo = await app.edits.setFacts(photos, facts);
      if (undo) app.toasts.say(words.done[facts.no_place ? 'noPlace' : part](photos.length), undo);
    } catch (error) {
      app.toasts.fail(error);
    }
  };
  if (!first) return null;
  const title = words.title(photos.length);
  const props: PartProps = {
    count: photos.length,
    first,
    photo: detail.is === 'there' ? detail.value : null,
    save: (facts) => void save(facts),
    cancel: close,
  };
  return (
    <Dialog label={title} close={close}>
      <div class="facts-dialog">
        <h2>{title}</h2>
        <Choice
          label={words.what}
          name="part"
          options={parts.map((value) => ({ value, label: words.parts[value] }))}
          value={part}
          set={setPart}
        />
        {detail.is === 'failed' && (
          <p class="failure" role="alert">
            {detail.why}
          </p>
        )}
        {detail.is === 'loading' ? (
          <p class="facts-loading">{text.starting}</p>
        ) : (
          <>
            {part === 'date' && <DatePart {...props} />}
            {part === 'place' && <PlacePart {...props} />}
            {part === 'caption' && <CaptionPart {...props} />}
          </>
        )}
      </div>
    </Dialog>
  );
}
