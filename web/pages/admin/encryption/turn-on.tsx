import type { JSX } from 'preact';
import { EncryptionRoutes } from '../../../api/encryption.ts';
import { useApp } from '../../../app.ts';
import { Panel } from '../../../components/elements/panel.tsx';
import { showRecoveryKey } from '../../../components/encryption/recovery-key.tsx';
import { words } from '../../../strings/encryption/index.ts';
import { KeyForm } from './key-form.tsx';

/** Encrypts the library. */
export function TurnOnPanel(): JSX.Element {
  const app = useApp();
  return (
    <Panel title={words.turnOnTitle} hint={words.turnOnHint}>
      <KeyForm
        asksFor="passphrase"
        submit={words.turnOn}
        run={async ({ passphrase, proof }) => {
          const { recovery_key: recoveryKey } = await new EncryptionRoutes(app.api.client).turnOn(passphrase, proof);
          showRecoveryKey(app, recoveryKey);
          app.lock.found();
        }}
      />
    </Panel>
  );
}
