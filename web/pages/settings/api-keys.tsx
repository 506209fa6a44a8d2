import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiKeyRoutes, type ApiKey } from '../../api/api-keys.ts';
import { useApp } from '../../app.ts';
import { CopyButton } from '../../components/elements/copy-button.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { WhenLoaded } from '../../components/frame/page-frame.tsx';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { momentInTime } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/settings/index.ts';
import { NewKeyForm } from './new-key-form.tsx';

/** API keys for scripts and other programs. */
export function ApiKeysPanel(): JSX.Element {
  const { api, toasts } = useApp();
  const [loaded, reload] = useLoaded((stop) => new ApiKeyRoutes(api.client).list(stop), []);
  const [token, setToken] = useState<string | null>(null);
  const [making, setMaking] = useState(false);

  const revoke = async ({ id, name }: ApiKey): Promise<void> => {
    try {
      await new ApiKeyRoutes(api.client).revoke(id);
      toasts.say(words.keyRevoked(name));
    } catch (error) {
      toasts.fail(error);
    }
    reload();
  };

  return (
    <Panel title={words.apiKeys} hint={words.apiKeysHint}>
      <WhenLoaded of={loaded} again={reload}>
        {({ keys }) =>
          keys.length > 0 && (
            <ul class="rows">
              {keys.map((key) => (
                <KeyRow key={key.id} of={key} revoke={() => void revoke(key)} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      {token !== null && (
        <div class="recovery" role="status">
          <p class="hint">{words.keyMade}</p>
          <p>
            <code>{token}</code>
          </p>
          <div class="buttons">
            <CopyButton label={words.copySecret} of={token} />
          </div>
        </div>
      )}
      {making ? (
        <NewKeyForm
          made={(newToken) => {
            setMaking(false);
            setToken(newToken);
            reload();
          }}
          close={() => {
            setMaking(false);
          }}
        />
      ) : (
        <div class="buttons">
          <button
            class="button"
            type="button"
            onClick={() => {
              setToken(null);
              setMaking(true);
            }}
          >
            {words.newKey}
          </button>
        </div>
      )}
    </Panel>
  );
}

function KeyRow({ of: key, revoke }: { of: ApiKey; revoke: () => void }): JSX.Element {
  const facts = [
    text.frame.roles[key.role],
    ...(key.scopes ?? []).map((scope) => words.keyScope[scope]),
    key.last_used_at === null ? words.keyUnused : words.usedAt(momentInTime(key.last_used_at)),
    key.expires_at === null ? '' : endOf(key.expires_at),
  ];
  return (
    <li>
      <div class="row-text">
        <bdi>{key.name}</bdi>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </div>
      <button class="button" type="button" aria-label={words.revokeKeyOf(key.name)} onClick={revoke}>
        {words.revokeKey}
      </button>
    </li>
  );
}

function endOf(expiresAt: number): string {
  const time = momentInTime(expiresAt);
  return expiresAt * 1000 <= Date.now() ? words.keyExpired(time) : words.keyExpires(time);
}
