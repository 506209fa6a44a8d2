import type { JSX, TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Refused, type SharedAlbum } from './shared-album.ts';
import { text } from './text.ts';

/** Asks for the password of the link. */
export function PasswordForm({ album, onOpen }: { album: SharedAlbum; onOpen: () => void }): JSX.Element {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    setBusy(true);
    setError(null);
    try {
      await album.unlock(typeof password === 'string' ? password : '');
      onOpen();
    } catch (failure) {
      const refusal = failure instanceof Refused ? failure.why : 'failed';
      setError(refusal === 'wrong' ? text.wrongPassword : refusal === 'often' ? text.tooOften : text.failedBody);
      setBusy(false);
    }
  };
  return (
    <form class="shared-message" onSubmit={(event) => void submit(event)}>
      <h1>{text.passwordTitle}</h1>
      <p>{text.passwordBody}</p>
      <label>
        {text.password}
        <input
          type="password"
          name="password"
          autocomplete="off"
          required
          autofocus
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : 'wrong'}
        />
      </label>
      {error !== null && (
        <p class="shared-error" id="wrong" role="alert">
          {error}
        </p>
      )}
      <button class="button primary" type="submit" disabled={isBusy}>
        {text.open}
      </button>
    </form>
  );
}
