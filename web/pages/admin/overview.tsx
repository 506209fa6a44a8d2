import type { JSX } from 'preact';
import type { Overview } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { Facts, Panel } from '../../components/elements/panel.tsx';
import { usePolled } from '../../components/hooks/polled.ts';
import { SyncNotice } from '../../components/frame/sync-notice.tsx';
import { fileSize, formatCount, longDuration, momentInTime } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';
import { text } from '../../strings/index.ts';
import { IndexingPanel } from './indexing.tsx';
import { LevelsPanel } from './levels.tsx';
import { SourcesPanel } from './sources.tsx';

const every = 5000;

/** The state of the server at a glance. */
export function OverviewSection(): JSX.Element {
  const { api } = useApp();
  const poll = usePolled(() => api.admin.overview(), every);
  const overview = poll.value.value;
  if (!overview) return <p class="loading">{poll.failure.value ?? text.starting}</p>;
  return (
    <>
      <SyncNotice />
      <IndexingPanel indexer={overview.indexer} refresh={() => void poll.refresh()} />
      {overview.sources && <SourcesPanel sources={overview.sources} refresh={() => poll.refresh()} />}
      {overview.levels && <LevelsPanel levels={overview.levels} />}
      <LibraryPanel overview={overview} />
      <LastBackup backup={overview.last_backup} />
      <ModelsPanel ml={overview.ml} away={overview.indexer.models_away} />
      <ServerPanel overview={overview} />
    </>
  );
}

function LibraryPanel({ overview: { index } }: { overview: Overview }): JSX.Element {
  return (
    <Panel title={words.library}>
      <dl class="figures">
        {(
          [
            [words.photos, index.photos],
            [words.waiting, index.pending],
            [words.failed, index.failed],
            [words.people, index.people],
            [words.faces, index.faces],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function LastBackup({ backup }: { backup: Overview['last_backup'] }): JSX.Element {
  return (
    <Panel
      title={words.lastBackup}
      aside={
        <a class="button" href="#/admin/backups">
          {words.backups}
        </a>
      }
    >
      {backup ? (
        <p>
          {momentInTime(backup.created_at)}, {fileSize(backup.size)},{' '}
          {backup.verified ? words.verified : words.unverified}
        </p>
      ) : (
        <p>{words.noBackup}</p>
      )}
    </Panel>
  );
}

function ModelsPanel({ ml, away }: { ml: Overview['ml']; away: Overview['indexer']['models_away'] }): JSX.Element {
  const modelOf = (part: keyof typeof words.modelParts): string => {
    const model = ml.models.find((entry) => entry.part === part);
    return model ? `${model.id} ${model.version}` : words.modelMissing;
  };
  const parts = Object.keys(words.modelParts) as (keyof typeof words.modelParts)[];
  return (
    <Panel title={words.models}>
      {away && (
        <p class="failure">
          {words.modelsAway(away.message)} {words.tryAgainAt(momentInTime(away.retry_at))}
        </p>
      )}
      {ml.provider === null ? (
        <p>{words.noProvider}</p>
      ) : (
        <Facts
          of={[...parts.map((part) => [words.modelParts[part], modelOf(part)] as const), [words.provider, ml.provider]]}
        />
      )}
      {ml.provider !== null && !ml.ready && (
        <p class="hint">
          {words.installModels} <code>{text.installModels}</code>
        </p>
      )}
    </Panel>
  );
}

function ServerPanel({ overview: { server, disk, plugins } }: { overview: Overview }): JSX.Element {
  return (
    <Panel title={words.server}>
      <Facts
        of={[
          [words.version, server.version],
          [words.upFor, longDuration(server.uptime)],
          [words.platform, `${server.platform}, Node.js ${server.node}`],
          [words.memory, fileSize(server.memory)],
          [words.dataSize, disk.data_bytes === null ? words.measuring : fileSize(disk.data_bytes)],
          [words.diskFree, fileSize(disk.free_bytes)],
          [
            words.plugins,
            <ul key="plugins" class="plain">
              {plugins.map(({ name, version, provides, faults, last_fault: last }) => (
                <li key={name}>
                  {name} {version} <small>{provides.join(', ')}</small>
                  {last && (
                    <p class="hint">
                      {words.pluginFaults(formatCount(faults), faults === 1, momentInTime(last.at))}{' '}
                      <q>{last.message}</q>
                    </p>
                  )}
                </li>
              ))}
            </ul>,
          ],
        ]}
      />
    </Panel>
  );
}
