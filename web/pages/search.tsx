import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { useLoaded } from '../components/loaded.ts';
import { Message } from '../components/message.tsx';
import { WhenLoaded } from '../components/page-frame.tsx';
import { UnderstoodFilters } from '../components/understood-filters.tsx';
import type { Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { FixedList } from './fixed-list.tsx';

/** What a search found, the best first. */
export default function SearchPage({ place, behind }: { place: Place; behind: boolean }): JSX.Element {
  const { api } = useApp();
  const asked = place.query['q'] ?? '';
  const [found, again] = useLoaded(() => api.search(asked), [asked]);
  return (
    <WhenLoaded of={found} again={again}>
      {({ results, total, query, semantic }) => (
        <>
          <UnderstoodFilters asked={asked} query={query} total={total} semantic={semantic} />
          {results.length === 0 ? (
            <main>
              <Message level={2} title={text.nothingFound} body={text.nothingFoundBody} />
            </main>
          ) : (
            <FixedList photos={results} label={text.pages.search} behind={behind} />
          )}
        </>
      )}
    </WhenLoaded>
  );
}
