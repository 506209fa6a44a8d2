import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SourceReport } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { Panel } from '../../components/elements/panel.tsx';
import { SureButton } from '../../components/elements/sure-button.tsx';
import { formatCount } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';

const { sources: text } = words;

/** The photo sources of a library that has several. */
export function SourcesPanel({
  sources,
  refresh,
}: {
  sources: readonly SourceReport[];
  refresh: () => Promise<void>;
}): JSX.Element {
  return (
    <Panel title={text.title}>
      <ul class="plain">
        {sources.map((source) => (
          <li key={source.name}>
            {source.name ?? text.unknown}{' '}
            <small>
              {text.photos(formatCount(source.photos), source.photos === 1)}, {stateOf(source)}
            </small>
            {!source.loaded && !source.leaving && <Leave source={source} refresh={refresh} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function stateOf({ loaded, leaving, reachable, loggedIn }: SourceReport): string {
  if (!loaded) return leaving ? text.leaving : text.notLoaded;
  if (!reachable) return text.unreachable;
  return loggedIn ? text.well : text.loggedOut;
}

/** The action of an admin on a source whose plugin is not loaded: remove its photos. */
function Leave({ source, refresh }: { source: SourceReport; refresh: () => Promise<void> }): JSX.Element {
  const { api } = useApp();
  const { name, photos } = source;
  const [refusal, setRefusal] = useState<string | null>(null);
  const leave = async (): Promise<void> => {
    try {
      await api.admin.leaveSource({ name, photos });
      setRefusal(null);
    } catch (error) {
      setRefusal((error as Error).message);
    }
    await refresh();
  };
  return (
    <>
      <p class="hint" role="status">
        {refusal ?? text.notLoadedHint(name ?? text.unknown)}
      </p>
      <div class="buttons">
        <SureButton
          label={text.remove}
          sureLabel={text.reallyRemove(formatCount(photos), photos === 1)}
          cancelLabel={text.keep}
          action={() => void leave()}
        />
      </div>
    </>
  );
}
