import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Encryption } from '../../../../core/http/wire.ts';
import { EncryptionRoutes } from '../../../api/encryption.ts';
import { useApp } from '../../../app.ts';
import { Panel } from '../../../components/elements/panel.tsx';
import { showRecoveryKey } from '../../../components/encryption/recovery-key.tsx';
import { formatCount } from '../../../state/format.ts';
import { words } from '../../../strings/encryption/index.ts';
import { KeyForm } from './key-form.tsx';
import { KeyRow, type KeyChange } from './key-row.tsx';

interface KeysPanelProps {
  readonly encryption: Encryption;
  readonly changed: () => void;
}

/** The keys that unlock the library. */
export function KeysPanel({ encryption, changed }: KeysPanelProps): JSX.Element {
  const app = useApp();
  const { slots, most_slots: limit } = encryption;
  /** The form that is open. */
  const [open, setOpen] = useState<'add' | 'renew' | KeyChange | null>(null);
  const close = (): void => {
    setOpen(null);
  };
  const done = (sentence: string): void => {
    app.toasts.say(sentence);
    close();
    changed();
  };
  const isFull = slots.length >= limit;
  return (
    <Panel title={words.keys} hint={words.keysHint}>
      <ul class="rows">
        {slots.map((slot) => (
          <KeyRow
            key={slot.id}
            slot={slot}
            isLast={slots.length === 1}
            asked={typeof open === 'object' && open?.id === slot.id ? open.what : null}
            {...{ ask: setOpen, close, done }}
          />
        ))}
      </ul>
      {isFull && <p class="hint">{words.full(formatCount(limit))}</p>}
      {open === 'add' && (
        <>
          <h3>{words.addPassphraseTitle}</h3>
          <KeyForm
            asksFor="name and passphrase"
            submit={words.add}
            run={async ({ name, passphrase, proof }) => {
              await new EncryptionRoutes(app.api.client).addPassphrase(name, passphrase, proof);
              done(words.added);
            }}
            close={close}
          />
        </>
      )}
      {open === 'renew' && (
        <>
          <h3>{words.newRecoveryKey}</h3>
          <KeyForm
            body={words.newRecoveryKeyBody}
            submit={words.makeRecoveryKey}
            run={async ({ proof }) => {
              const { recovery_key: recoveryKey } = await new EncryptionRoutes(app.api.client).renewRecoveryKey(proof);
              if (recoveryKey !== undefined) showRecoveryKey(app, recoveryKey);
            }}
            close={close}
          />
        </>
      )}
      {open !== 'add' && open !== 'renew' && (
        <div class="buttons">
          <button
            class="button"
            type="button"
            disabled={isFull}
            onClick={() => {
              setOpen('add');
            }}
          >
            {words.addPassphrase}
          </button>
          <button
            class="button"
            type="button"
            disabled={isFull && !slots.some(({ kind }) => kind === 'recovery')}
            onClick={() => {
              setOpen('renew');
            }}
          >
            {words.newRecoveryKey}
          </button>
        </div>
      )}
    </Panel>
  );
}
