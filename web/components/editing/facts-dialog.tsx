import '../../styles/panel.css';
import '../../styles/panel/form.css';
import '../../styles/editing.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { maxPerRequest, type FactsChange } from '../../state/photos/photo-edits.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/editing/index.ts';
import { Choice } from '../elements/choice.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { useSaving } from '../hooks/saving.ts';
import { CaptionPart } from './caption-part.tsx';
import { DatePart } from './date-part.tsx';
import type { PartProps } from './part-props.ts';
import { PlacePart } from './place-part.tsx';

const parts = ['date', 'place', 'caption'] as const;
type Part = (typeof parts)[number];
const views = { date: DatePart, place: PlacePart, caption: CaptionPart };

/** The dialog that edits time, place and caption of photos. */
export function FactsDialog({ photos }: { photos: readonly PhotoItem[] }): JSX.Element | null {
  const app = useApp();
  const [part, setPart] = useState<Part>('date');
  /** The parts that were shown: they keep what was typed while another one is shown. */
  const [opened, setOpened] = useState<readonly Part[]>([part]);
  const [first] = photos;
  const isOne = photos.length === 1;
  const [detail] = useLoaded(
    (stop) => (isOne && first ? app.api.photos.get(first.uid, stop) : Promise.resolve(null)),
    [],
  );
  const close = (): void => {
    app.dialog.value = null;
  };
  const { busy, failure, make, forget, stop } = useSaving(close, { inParts: photos.length > maxPerRequest });
  const choose = (next: Part): void => {
    setPart(next);
    if (!opened.includes(next)) setOpened([...opened, next]);
    // It was about the other part.
    forget();
  };
  const save = async (facts: FactsChange, stop: AbortSignal): Promise<void> => {
    const undo = await app.edits.setFacts(photos, facts, stop);
    if (undo) app.toasts.say(words.done[facts.no_place ? 'noPlace' : part](photos.length), undo);
  };
  if (!first) return null;
  const title = words.title(photos.length);
  const props: PartProps = {
    count: photos.length,
    first,
    photo: detail.is === 'there' ? detail.value : null,
    busy,
    failure,
    stop,
    save: (facts) => void make((stop) => save(facts, stop)),
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
          set={choose}
        />
        {detail.is === 'failed' && (
          <p class="failure" role="alert">
            {detail.why}
          </p>
        )}
        {detail.is === 'loading' ? (
          <p class="facts-loading">{text.starting}</p>
        ) : (
          opened.map((each) => {
            const View = views[each];
            return (
              <div key={each} hidden={each !== part}>
                <View {...props} />
              </div>
            );
          })
        )}
      </div>
    </Dialog>
  );
}
