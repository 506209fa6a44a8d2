import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useApp } from '../app.ts';
import { FaceSearch } from '../components/search/face-search.tsx';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { Message } from '../components/elements/message.tsx';
import { WhenLoaded } from '../components/frame/page-frame.tsx';
import { NothingFound } from '../components/search/nothing-found.tsx';
import { UnderstoodFilters } from '../components/search/understood-filters.tsx';
import type { SearchResults } from '../../core/http/wire.ts';
import { newestFirst } from '../state/photos/found-order.ts';
import { monthName } from '../state/format.ts';
import type { Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { words } from '../strings/searching/index.ts';
import { FixedList } from '../components/photos/fixed-list.tsx';

/** The results of a search by text or by face. */
export default function SearchPage({ place, behind }: { place: Place; behind: boolean }): JSX.Element {
  if (place.query['by'] === 'face') return <FaceSearch behind={behind} />;
  return <TextSearch place={place} behind={behind} />;
}

function TextSearch({ place, behind }: { place: Place; behind: boolean }): JSX.Element {
  const { api } = useApp();
  const query = place.query['q'] ?? '';
  useDocumentTitle(query === '' ? null : query);
  const [loaded, reload] = useLoaded(
    async (stop) => (query === '' ? null : { answered: query, answer: await api.search.byWords(query, stop) }),
    [query],
  );
  return (
    <WhenLoaded of={loaded} again={reload}>
      {(found) =>
        found ? (
          <Found {...found} place={place} asked={query} behind={behind} />
        ) : (
          <main>
            <Message level={2} drawing="search" title={text.search} body={words.nothingKnown} />
          </main>
        )
      }
    </WhenLoaded>
  );
}

interface FoundProps {
  readonly answer: SearchResults;
  /** The search text that the answer belongs to. */
  readonly answered: string;
  readonly place: Place;
  readonly asked: string;
  readonly behind: boolean;
}

/** By relevance, or by month. */
function Found({ answer, answered, place, asked, behind }: FoundProps): JSX.Element {
  const { results, total, query, semantic } = answer;
  const byDate = place.query['sort'] === 'date';
  const ordered = useMemo(() => (byDate ? newestFirst(results, monthName) : null), [results, byDate]);
  const isNarrowing = useRef(false);
  const shared = { place, asked, answered, query, total, semantic, byDate, isNarrowing };
  const head = <UnderstoodFilters {...shared} />;
  if (results.length === 0) {
    return (
      <main>
        {head}
        <NothingFound answer={answer} />
      </main>
    );
  }
  return (
    <FixedList
      photos={ordered?.photos ?? results}
      {...(ordered && { groups: ordered.groups })}
      label={text.pages.search}
      behind={behind}
      head={head}
    />
  );
}
