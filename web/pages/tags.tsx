import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { LoadedList } from '../components/frame/loaded-list.tsx';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { formatPlace, placeOf } from '../state/routes.ts';
import { formatCount } from '../state/format.ts';
import { text } from '../strings/index.ts';

/** All tags, by number of photos. */
export default function TagsPage(): JSX.Element {
  const { api, session } = useApp();
  const [tags, reload] = useLoaded((stop) => api.library.tags(stop), []);
  return (
    <PageFrame title={text.pages.tags}>
      <LoadedList
        of={tags}
        again={reload}
        items={({ tags }) => tags}
        none={{ drawing: 'tags', title: text.noTags, body: session.may('write') ? text.noTagsBody : '' }}
      >
        {(tags) => (
          <ul class="tag-cloud">
            {tags.map(({ name, count }) => (
              <li key={name}>
                <a href={formatPlace(placeOf('tags', { about: name }))}>
                  <bdi>{name}</bdi> <small>{formatCount(count)}</small>
                </a>
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </PageFrame>
  );
}
