import type { JSX } from 'preact';
import { words } from '../../strings/editing/index.ts';
import { SubmitOrCancel } from '../elements/form.tsx';

interface PartButtonsProps {
  readonly count: number;
  /** Reverts to the file's values; undefined if nothing was edited. */
  readonly back: (() => void) | undefined;
  /** Removes the value, even if the files have one; undefined if that is not possible. */
  readonly remove?: { readonly label: string; readonly run: () => void } | undefined;
  readonly cancel: () => void;
  readonly disabled?: boolean;
}

/** The buttons of a part of the dialog. */
export function PartButtons({ count, back, remove, cancel, disabled = false }: PartButtonsProps): JSX.Element {
  return (
    <>
      {back && (
        <button class="button quiet facts-back" type="button" onClick={back}>
          {words.back(count)}
        </button>
      )}
      {remove && (
        <button class="button quiet" type="button" onClick={remove.run}>
          {remove.label}
        </button>
      )}
      <SubmitOrCancel submit={words.save} disabled={disabled} cancel={cancel} />
    </>
  );
}
