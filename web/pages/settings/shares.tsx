import type { JSX } from 'preact';
import { ShareRoutes } from '../../api/shares.ts';
import { useApp } from '../../app.ts';
import { Panel } from '../../components/elements/panel.tsx';
import { WhenLoaded } from '../../components/frame/page-frame.tsx';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { Check } from '../../components/elements/check.tsx';
import { ShareRow } from '../../components/sharing/share-row.tsx';
import { words } from '../../strings/sharing/index.ts';
import '../../styles/sharing.css';

/** One's own share links; for admins all links, and the switch that allows them. */
export function SharesSection(): JSX.Element {
  const { api, session, toasts } = useApp();
  const [loaded, reload] = useLoaded((stop) => new ShareRoutes(api.client).list(stop), []);
  const isAdmin = session.may('admin');
  const allow = async (enabled: boolean): Promise<void> => {
    try {
      await new ShareRoutes(api.client).allow(enabled);
    } catch (error) {
      toasts.fail(error);
    }
    reload();
  };
  return (
    <Panel title={words.title} hint={isAdmin ? words.hintOfAll : words.hint}>
      <WhenLoaded of={loaded} again={reload}>
        {({ shares, enabled }) => (
          <>
            {isAdmin && <Check label={words.allow} hint={words.allowHint} on={enabled} set={(on) => void allow(on)} />}
            {!isAdmin && !enabled && (
              <p role="status">
                <strong>{words.off}.</strong> {words.offBody}
              </p>
            )}
            {shares.length === 0 && <p class="hint">{words.none}</p>}
            <ul class="rows">
              {shares.map((share) => (
                <ShareRow key={share.id} share={share} changed={reload} />
              ))}
            </ul>
          </>
        )}
      </WhenLoaded>
    </Panel>
  );
}
