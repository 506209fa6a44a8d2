import type { JSX } from 'preact';
import { TwoFactorRoutes } from '../../api/two-factor.ts';
import { useApp } from '../../app.ts';
import { Panel } from '../../components/elements/panel.tsx';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { words } from '../../strings/settings/index.ts';
import { wordsOf } from '../../strings/wording.ts';

/** Second factors with pages of their own: their state, and links to the pages. */
export function FactorPages(): JSX.Element {
  const { api } = useApp();
  const [loaded] = useLoaded(() => new TwoFactorRoutes(api.client).factors(), []);
  const factors = loaded.is === 'there' ? loaded.value.factors : [];
  return (
    <>
      {factors.map(
        ({ plugin, label, enabled, enrolment }) =>
          enrolment && (
            <Panel
              key={plugin}
              title={wordsOf(label)}
              hint={words.factorHint}
              aside={
                <span class="badge" data-good={enabled}>
                  {enabled ? words.on : words.off}
                </span>
              }
            >
              <div class="buttons">
                <a class="button" href={enrolment.page}>
                  {wordsOf(enrolment.label)}
                </a>
              </div>
            </Panel>
          ),
      )}
    </>
  );
}
