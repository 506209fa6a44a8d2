import type { JSX } from 'preact';
import type { Memories } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { Message } from '../components/elements/message.tsx';
import { ListTitle, WhenLoaded } from '../components/frame/page-frame.tsx';
import type { PhotoGroup } from '../state/photos/fixed-source.ts';
import { text } from '../strings/index.ts';
import { FixedList } from '../components/photos/fixed-list.tsx';

/** Photos that were taken on this day, in any year. */
export default function MemoriesPage({ behind }: { behind: boolean }): JSX.Element {
  const { api } = useApp();
  const [memories, again] = useLoaded((stop) => api.library.memories(stop), []);
  return (
    <WhenLoaded of={memories} again={again}>
      {({ photos, groups }) =>
        photos.length === 0 ? (
          <main>
            <Message level={2} title={text.noMemories} body={text.noMemoriesBody} />
          </main>
        ) : (
          <FixedList
            photos={photos}
            groups={groups.map(groupOf)}
            label={text.pages.memories}
            behind={behind}
            head={<ListTitle title={text.pages.memories} count={photos.length} />}
          />
        )
      }
    </WhenLoaded>
  );
}

function groupOf({ year, years_ago, photos }: Memories['groups'][number]): PhotoGroup {
  return { title: `${text.yearsAgo(years_ago)} · ${year}`, count: photos.length };
}
