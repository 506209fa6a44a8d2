import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { MassLoss } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatCount } from '../../state/format.ts';
import { inWords } from '../../state/told.ts';
import { text } from '../../strings/index.ts';

/** One line for admins while the library does not follow its store: why, and what they can do. */
export function SyncNotice(): JSX.Element | null {
  const { session, notice } = useApp();
  const state = notice.state.value;
  const loss = state?.mass_loss;
  const failure = state?.trouble ? inWords(state.trouble.message, state.trouble.told, text.told) : undefined;
  const sentence = loss ? lossSentence(loss) : failure;
  if (!session.may('admin') || sentence === undefined) return null;
  return (
    <section class="notice" aria-label={text.syncNotice}>
      <p role="status">{notice.refusal.value ?? sentence}</p>
      <button class="button" type="button" disabled={notice.busy.value} onClick={() => void notice.lookAgain()}>
        {text.lookAgain}
      </button>
      {loss && <Accept key={loss.missing} loss={loss} />}
    </section>
  );
}

/** Asks twice, and says the number: this is the one thing that takes photos out of the library. */
function Accept({ loss }: { loss: MassLoss }): JSX.Element {
  const { notice } = useApp();
  const [sure, setSure] = useState(false);
  const number = formatCount(loss.missing);
  if (!sure) {
    return (
      <button
        class="button quiet"
        type="button"
        disabled={notice.busy.value}
        onClick={() => {
          setSure(true);
        }}
      >
        {text.photosGone}
      </button>
    );
  }
  return (
    <>
      <button
        class="button primary"
        type="button"
        disabled={notice.busy.value}
        onClick={() => void notice.accept(loss)}
      >
        {text.letPhotosGo(number, loss.missing === 1)}
      </button>
      <button
        class="button quiet"
        type="button"
        onClick={() => {
          setSure(false);
        }}
      >
        {text.keepPhotos}
      </button>
    </>
  );
}

function lossSentence({ source, reason, missing, total }: MassLoss): string {
  const sentence =
    reason === 'other_store'
      ? text.otherStore(formatCount(missing))
      : text.photosMissing(formatCount(missing), formatCount(total));
  return source === undefined ? sentence : `${source} – ${sentence}`;
}
