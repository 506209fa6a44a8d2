import type { JSX } from 'preact';
import type { Levels } from '../../../core/http/wire.ts';
import { Panel } from '../../components/elements/panel.tsx';
import { fileSize, formatCount } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';
import { text } from '../../strings/index.ts';

/** How far photos were read, for sources whose originals are slow to read. */
export function LevelsPanel({ levels }: { levels: Levels }): JSX.Element {
  const { levels: levelWords } = words;
  const bars = [
    [levelWords.thumbnails, levels.thumbnails, levels.photos],
    [levelWords.heads, levels.heads, levels.photos],
    [levelWords.originals, levels.originals, levels.decodable],
  ] as const;
  const isDone = levels.originals === levels.decodable;
  return (
    <Panel title={levelWords.title} hint={levelWords.hint}>
      {bars.map(([name, done, total]) => (
        <div key={name} class="reading">
          <p>{text.labelled(name, levelWords.of(formatCount(done), formatCount(total)))}</p>
          <progress max={Math.max(1, total)} value={done} aria-label={name} />
        </div>
      ))}
      {!isDone && (
        <p>
          {levels.days_left === null
            ? levelWords.stopped
            : levelWords.daysLeft(fileSize(levels.budget), formatCount(levels.days_left), levels.days_left <= 1)}{' '}
          {levels.bytes_today > 0 && levelWords.today(fileSize(levels.bytes_today))}
        </p>
      )}
    </Panel>
  );
}
