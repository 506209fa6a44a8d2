import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OwnSessions } from '../../../core/http/wire.ts';
import { AccountRoutes } from '../../api/account.ts';
import { useApp } from '../../app.ts';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { WhenLoaded } from '../../components/frame/page-frame.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { clientName } from '../../state/session/client-name.ts';
import { momentInTime } from '../../state/format.ts';
import { words } from '../../strings/settings/index.ts';

type OwnSession = OwnSessions['sessions'][number];

/** The sessions of the account, which can be ended here. */
export function SessionsSection(): JSX.Element {
  const { api, toasts } = useApp();
  const [loaded, reload] = useLoaded((stop) => new AccountRoutes(api.client).sessions(stop), []);
  const [busy, setBusy] = useState(false);

  const end = async (sessions: readonly OwnSession[], sentence: string): Promise<void> => {
    setBusy(true);
    try {
      for (const { id } of sessions) await new AccountRoutes(api.client).endSession(id);
      toasts.say(sentence);
    } catch (error) {
      toasts.fail(error);
    }
    setBusy(false);
    reload();
  };

  return (
    <Panel title={words.sessions} hint={words.sessionsHint}>
      <WhenLoaded of={loaded} again={reload}>
        {({ sessions }) => {
          const otherSessions = sessions.filter(({ current }) => !current);
          return (
            <>
              <ul class="rows">
                {[...sessions.filter(({ current }) => current), ...otherSessions].map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    busy={busy}
                    end={() => void end([session], words.sessionEnded(nameOf(session)))}
                  />
                ))}
              </ul>
              {otherSessions.length === 0 && <p class="hint">{words.noOthers}</p>}
              {otherSessions.length > 1 && (
                <div class="buttons">
                  <button
                    class="button"
                    type="button"
                    disabled={busy}
                    onClick={() => void end(otherSessions, words.othersEnded(otherSessions.length))}
                  >
                    {words.endOthers}
                  </button>
                </div>
              )}
            </>
          );
        }}
      </WhenLoaded>
    </Panel>
  );
}

function SessionRow(props: { session: OwnSession; busy: boolean; end: () => void }): JSX.Element {
  const { session, busy, end } = props;
  const name = nameOf(session);
  const times = [
    words.signedInOn(momentInTime(session.created_at)),
    session.renewed_at > session.created_at ? words.lastUsed(momentInTime(session.renewed_at)) : '',
  ];
  return (
    <li>
      <div class="row-text" title={session.client ?? undefined}>
        <bdi>{name}</bdi>
        <small>{times.filter(Boolean).join(' · ')}</small>
      </div>
      {session.current ? (
        <span class="badge" data-good>
          {words.thisDevice}
        </span>
      ) : (
        <button class="button" type="button" disabled={busy} aria-label={words.endSessionOf(name)} onClick={end}>
          {words.endSession}
        </button>
      )}
    </li>
  );
}

function nameOf({ client }: OwnSession): string {
  const { browser, device } = clientName(client);
  if (browser !== null && device !== null) return words.clientOn(browser, device);
  return browser ?? device ?? words.unknownClient;
}
