import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OwnLinks, SignInButton } from '../../../core/http/wire.ts';
import { SignInWayRoutes } from '../../api/sign-in-ways.ts';
import { useApp } from '../../app.ts';
import { Form, SubmitOrCancel } from '../../components/elements/form.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { WhenLoaded } from '../../components/frame/page-frame.tsx';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { useProof } from '../../components/hooks/own-proof.tsx';
import { momentInTime } from '../../state/format.ts';
import { language } from '../../strings/language.ts';
import { words } from '../../strings/settings/index.ts';
import { ApiKeysPanel } from './api-keys.tsx';

/** Linked services, and API keys, if the server has plugins for them. */
export function SignInWaysPanels(): JSX.Element {
  const { api } = useApp();
  const [loaded, reload] = useLoaded((stop) => new SignInWayRoutes(api.client).own(stop), []);
  return (
    <WhenLoaded of={loaded} again={reload}>
      {(ownLinks) => (
        <>
          {ownLinks.ways.length + ownLinks.links.length > 0 && <LinksPanel own={ownLinks} again={reload} />}
          {ownLinks.api_keys && <ApiKeysPanel />}
        </>
      )}
    </WhenLoaded>
  );
}

function LinksPanel({ own, again }: { own: OwnLinks; again: () => void }): JSX.Element {
  const { api, toasts } = useApp();
  const [chosenWay, setChosenWay] = useState<SignInButton | null>(null);
  const labelOf = (plugin: string): string => own.ways.find((way) => way.plugin === plugin)?.label[language] ?? plugin;

  const unlink = async (id: number): Promise<void> => {
    try {
      await new SignInWayRoutes(api.client).end(id);
      toasts.say(words.unlinked);
    } catch (error) {
      toasts.fail(error);
    }
    again();
  };

  return (
    <Panel title={words.signInWays} hint={words.signInWaysHint}>
      {own.links.length > 0 && (
        <ul class="rows">
          {own.links.map(({ id, plugin, name, last_used_at: lastUsed }) => (
            <li key={id}>
              <div class="row-text">
                <bdi>{name}</bdi>
                <small>
                  {[labelOf(plugin), lastUsed === null ? '' : words.usedAt(momentInTime(lastUsed))]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </div>
              <button class="button" type="button" aria-label={words.unlinkOf(name)} onClick={() => void unlink(id)}>
                {words.unlink}
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosenWay ? (
        <LinkForm
          way={chosenWay}
          close={() => {
            setChosenWay(null);
          }}
        />
      ) : (
        <div class="buttons">
          {own.ways.map((way) => (
            <button
              key={way.plugin}
              class="button"
              type="button"
              onClick={() => {
                setChosenWay(way);
              }}
            >
              {words.linkWith(way.label[language])}
            </button>
          ))}
        </div>
      )}
    </Panel>
  );
}

function LinkForm({ way, close }: { way: SignInButton; close: () => void }): JSX.Element {
  const { api } = useApp();
  const { busy, failure, field, make } = useAttempts({ focused: true });
  const proof = useProof({ label: words.confirmPassword, wrong: failure !== null, input: field });
  const begin = (): void => {
    void make(async () => {
      const { start } = await new SignInWayRoutes(api.client).begin(way.plugin, await proof.give());
      location.assign(start);
    });
  };
  return (
    <Form
      submit={begin}
      busy={busy}
      failure={failure}
      buttons={<SubmitOrCancel submit={words.linkWith(way.label[language])} cancel={close} />}
    >
      {proof.fields}
    </Form>
  );
}
