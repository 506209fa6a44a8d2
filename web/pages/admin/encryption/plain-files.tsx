import type { JSX } from 'preact';
import type { Encryption } from '../../../../core/http/wire.ts';
import { Panel } from '../../../components/elements/panel.tsx';
import { formatCount } from '../../../state/format.ts';
import { words } from '../../../strings/encryption/index.ts';

/** Files that are not encrypted; nothing if all are. */
export function PlainFilesPanel({ files }: { files: Encryption['plain_files'] }): JSX.Element | null {
  const { total, paths } = files;
  if (total === 0) return null;
  const moreCount = total - paths.length;
  return (
    <Panel title={words.plain} hint={words.plainHint}>
      <ul class="rows">
        {paths.map((path) => (
          <li key={path}>
            <div class="row-text">
              <code>{path}</code>
            </div>
          </li>
        ))}
      </ul>
      {moreCount > 0 && <p class="hint">{words.morePlain(formatCount(moreCount))}</p>}
    </Panel>
  );
}
