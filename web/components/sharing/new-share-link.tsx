import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { NewShare } from '../../../core/http/wire.ts';
import { words } from '../../strings/sharing/index.ts';
import { CopyButton } from '../elements/copy-button.tsx';

/** A new share link, which is only shown now. */
export function NewShareLink({ share, close }: { share: NewShare; close: () => void }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone, and browsers heed `autofocus` only while a dialog opens.
  useLayoutEffect(() => {
    field.current?.focus();
  }, []);
  const address = new URL(share.url, location.href).href;
  const send = (navigator as Partial<Navigator>).share?.bind(navigator);
  return (
    <>
      <p>{words.once}</p>
      <label class="made-link">
        {words.link}
        <input
          ref={field}
          readOnly
          value={address}
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
              // Closing the system's share dialog rejects the promise.
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
