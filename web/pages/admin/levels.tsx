import type { JSX } from 'preact';
import type { Levels } from '../../../core/http/wire.ts';
import { Panel } from '../../components/elements/panel.tsx';
import { fileSize, formatCount } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';

/** How far photos were read, for sources whose originals are slow to read. */
export function LevelsPanel({ levels }: { levels: Levels }): JSX.Element {
  const { levels: say } = words;
  const bars = [
    [say.thumbnails, levels.thumbnails, levels.photos],
    [say.heads, levels.heads, levels.photos],
    [say.originals, levels.originals, levels.decodable],
  ] as const;
  const isDone = levels.originals === levels.decodable;
  return (
    <Panel title={say.title} hint={say.hint}>
      {bars.map(([name, done, total]) => (
        <div key={name} class="reading">
          <p>
            {name}: {say.of(formatCount(done), formatCount(total))}
          </p>
          <progress max={Math.max(1, total)} value={done} aria-label={name} />
        </div>
      ))}
      {!isDone && (
        <p>
          {levels.days_left === null
            ? say.stopped
            : say.daysLeft(fileSize(levels.budget), formatCount(levels.days_left), levels.days_left <= 1)}{' '}
          {levels.bytes_today > 0 && say.today(fileSize(levels.bytes_today))}
        </p>
      )}
    </Panel>
  );
}
