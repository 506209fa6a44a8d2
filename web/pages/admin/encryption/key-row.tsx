import type { JSX } from 'preact';
import type { UnlockKey } from '../../../../core/http/wire.ts';
import { EncryptionRoutes } from '../../../api/encryption.ts';
import { useApp } from '../../../app.ts';
import { momentInTime } from '../../../state/format.ts';
import { words } from '../../../strings/encryption/index.ts';
import { KeyForm } from './key-form.tsx';

/** A requested change of a key. */
export interface KeyChange {
  readonly id: string;
  readonly what: 'change' | 'remove';
}

interface KeyRowProps {
  readonly slot: UnlockKey;
  /** Whether no other key would unlock the library. */
  readonly isLast: boolean;
  readonly asked: KeyChange['what'] | null;
  readonly ask: (change: KeyChange) => void;
  readonly close: () => void;
  readonly done: (sentence: string) => void;
}

/** A key of the library with its actions. */
export function KeyRow({ slot, isLast, asked, ask, close, done }: KeyRowProps): JSX.Element {
  const encryption = new EncryptionRoutes(useApp().api.client);
  const kind = words.kinds[slot.kind];
  const name = slot.name === '' ? kind : slot.name;
  const button = (action: KeyChange['what'], caption: string, label: string): JSX.Element => (
    <button
      class="button"
      type="button"
      aria-label={label}
      aria-expanded={asked === action}
      onClick={() => {
        if (asked === action) close();
        else ask({ id: slot.id, what: action });
      }}
    >
      {caption}
    </button>
  );
  return (
    <li>
      <div class="row-text">
        <bdi>{name}</bdi>
        <small>{momentInTime(slot.created_at)}</small>
        {isLast && <small>{words.last}</small>}
      </div>
      {name !== kind && <span class="badge">{kind}</span>}
      <div class="buttons">
        {slot.kind === 'passphrase' && button('change', words.change, words.changeOf(name))}
        {!isLast && button('remove', words.remove, words.removeOf(name))}
      </div>
      {asked !== null && (
        <div class="edit-user">
          {asked === 'change' ? (
            <KeyForm
              asksFor="passphrase"
              submit={words.save}
              run={async ({ passphrase, proof }) => {
                await encryption.changePassphrase(slot.id, passphrase, proof);
                done(words.changed);
              }}
              close={close}
            />
          ) : (
            <KeyForm
              body={words.removeBody}
              submit={words.removeOf(name)}
              run={async ({ proof }) => {
                await encryption.remove(slot.id, proof);
                done(words.removed);
              }}
              close={close}
            />
          )}
        </div>
      )}
    </li>
  );
}
