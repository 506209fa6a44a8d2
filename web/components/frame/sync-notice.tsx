import type { JSX } from 'preact';
import type { MassLoss } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatCount } from '../../state/format.ts';
import { SureButton } from '../elements/sure-button.tsx';
import { inWords } from '../../state/sentences.ts';
import { text } from '../../strings/index.ts';

/** A line for admins while the library cannot follow its photo source: the reason, and what they can do. */
export function SyncNotice(): JSX.Element | null {
  const { session, notice } = useApp();
  const state = notice.state.value;
  const loss = state?.mass_loss;
  const failure = state?.trouble ? inWords(state.trouble.message, state.trouble.told, text.sentences) : undefined;
  const sentence = loss ? lossSentence(loss) : failure;
  if (!session.may('admin') || sentence === undefined) return null;
  return (
    <section class="notice" aria-label={text.syncNotice}>
      <p role="status">{notice.refusal.value ?? sentence}</p>
      <button class="button" type="button" disabled={notice.busy.value} onClick={() => void notice.lookAgain()}>
        {text.lookAgain}
      </button>
      {loss && (
        <SureButton
          key={loss.missing}
          {...agreement(loss)}
          cancelLabel={text.keepPhotos}
          action={() => void notice.accept(loss)}
          kind="quiet"
          disabled={notice.busy.value}
        />
      )}
    </section>
  );
}

/** Photos that are also in another store are only read again. */
function agreement({ reason, missing }: MassLoss): { readonly label: string; readonly sureLabel: string } {
  return reason === 'other_store'
    ? { label: text.rightStore, sureLabel: text.useStore }
    : { label: text.photosGone, sureLabel: text.letPhotosGo(formatCount(missing), missing === 1) };
}

function lossSentence({ source, reason, missing, total }: MassLoss): string {
  const sentence =
    reason === 'other_store'
      ? text.otherStore(formatCount(missing))
      : text.photosMissing(formatCount(missing), formatCount(total));
  return source === undefined ? sentence : `${source} – ${sentence}`;
}
