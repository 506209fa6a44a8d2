import type { JSX } from 'preact';
import type { NewShare } from '../../../core/http/wire.ts';
import { words } from '../../strings/sharing/index.ts';
import { CopyButton } from '../elements/copy-button.tsx';

/** The link that was made, which is shown this once. */
export function MadeLink({ share, close }: { share: NewShare; close: () => void }): JSX.Element {
  const address = new URL(share.url, location.href).href;
  const send = (navigator as Partial<Navigator>).share?.bind(navigator);
  return (
    <>
      <p>{words.once}</p>
      <label class="made-link">
        {words.link}
        <input
          readOnly
          value={address}
          autofocus
          onFocus={({ currentTarget }) => {
            currentTarget.select();
          }}
        />
      </label>
      <div class="buttons">
        <button class="button quiet" type="button" onClick={close}>
          {words.close}
        </button>
        {send && (
          <button
            class="button"
            type="button"
            onClick={() => {
              // Whoever thinks better of it closes the system's own dialog.
              send({ url: address, ...(share.name !== null && { title: share.name }) }).catch(() => undefined);
            }}
          >
            {words.send}
          </button>
        )}
        <CopyButton label={words.copy} of={address} />
      </div>
    </>
  );
}
