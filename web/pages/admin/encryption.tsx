import type { JSX } from 'preact';
import { EncryptionRoutes } from '../../api/encryption.ts';
import { useApp } from '../../app.ts';
import { WhenLoaded } from '../../components/frame/page-frame.tsx';
import { Facts, Panel } from '../../components/elements/panel.tsx';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { words } from '../../strings/encryption/index.ts';
import { KeysPanel } from './encryption/keys.tsx';
import { LockPanel } from './encryption/lock.tsx';
import { PlainFilesPanel } from './encryption/plain-files.tsx';
import { TurnOnPanel } from './encryption/turn-on.tsx';

/** Whether the library is encrypted, and the keys that unlock it. */
export function EncryptionSection(): JSX.Element {
  const { api } = useApp();
  const [loaded, reload] = useLoaded((stop) => new EncryptionRoutes(api.client).state(stop), []);
  return (
    <WhenLoaded of={loaded} again={reload}>
      {(encryption) =>
        encryption.encrypted ? (
          <>
            <Panel title={words.title} hint={words.onHint}>
              <p class="hint">{words.erasedHint}</p>
            </Panel>
            <PlainFilesPanel files={encryption.plain_files} />
            <KeysPanel encryption={encryption} changed={reload} />
            <LockPanel opensItself={encryption.opens_itself} />
            <Panel title={words.commands} hint={words.commandsHint}>
              <Facts
                of={[
                  [words.addKeyFile, <code key="add">npx photofinch unlock add --key-file …</code>],
                  [words.decrypt, <code key="decrypt">npx photofinch decrypt</code>],
                ]}
              />
            </Panel>
          </>
        ) : (
          <>
            <Panel title={words.title} hint={words.offHint} />
            <TurnOnPanel />
          </>
        )
      }
    </WhenLoaded>
  );
}
