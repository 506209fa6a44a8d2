import '../styles/people.css';
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { perform } from '../actions/index.ts';
import { peopleAction } from '../actions/people-actions.ts';
import { useApp } from '../app.ts';
import { ActionButton } from '../components/elements/action-button.tsx';
import { AlikePanel } from '../components/people/alike-panel.tsx';
import { preparePeopleQuestions } from '../components/frame/dialogs.tsx';
import { Icon } from '../components/elements/icon.tsx';
import { useWithheldThings } from '../components/household/use-withheld-things.ts';
import { useScrollRestoration } from '../components/hooks/scroll-restoration.ts';
import { InstallCommand } from '../components/elements/install-command.tsx';
import { Message } from '../components/elements/message.tsx';
import { MoreSentinel } from '../components/elements/more-sentinel.tsx';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { PersonCard } from '../components/people/person-card.tsx';
import { TextButton } from '../components/elements/text-button.tsx';
import { TryAgain } from '../components/elements/try-again.tsx';
import { formatCount } from '../state/format.ts';
import { text } from '../strings/index.ts';

/** All people in photos, named ones first. */
export default function PeoplePage(): JSX.Element {
  const { people, session, watch } = useApp();
  const { list, alike, picked } = people;
  const grid = useRef<HTMLDivElement>(null);
  const mayEdit = session.may('write');
  useWithheldThings();
  // The suggestions above the grid must not push it down later, so it waits for them.
  const phase = list.phase.value === 'ready' && mayEdit && !alike.asked.value ? 'loading' : list.phase.value;
  useScrollRestoration(grid, phase === 'ready');

  useEffect(() => {
    void list.refresh();
    // Suggestions are optional: the page works without them.
    if (mayEdit) alike.refresh().catch(() => undefined);
    if (mayEdit) preparePeopleQuestions();
    return () => {
      picked.value = new Map();
      people.naming.value = null;
      alike.close();
    };
  }, []);

  // People are found while the page is open.
  const grouped = useComputed(() => watch.status.value?.people).value;
  const isReady = list.phase.value === 'ready';
  useEffect(() => {
    const isInUse = people.naming.peek() !== null || picked.peek().size > 0;
    if (isReady && !isInUse) void list.follow(grouped);
  }, [grouped, isReady]);

  const shown = list.shown.value;
  const isSearched = list.name.value !== '';
  const hasAnybody = list.total.value > 0 || isSearched || list.order.value === 'candidates';
  const aside = phase === 'ready' && (
    <>
      {hasAnybody && <small class="count">{text.peopleCount(list.total.value)}</small>}
      {mayEdit && <PageChip id="show-hidden-people" on={list.withHidden.value} />}
      {mayEdit && <PageChip id="past-merges" />}
      {mayEdit && hasAnybody && (
        <select
          class="people-order"
          aria-label={text.order}
          value={list.order.value}
          onChange={(event) => void list.sort(event.currentTarget.value === 'candidates' ? 'candidates' : 'photos')}
        >
          <option value="photos">{text.byPhotos}</option>
          <option value="candidates">{text.byCandidates}</option>
        </select>
      )}
      {hasAnybody && (
        <input
          class="people-filter"
          type="search"
          aria-label={text.findPeople}
          placeholder={text.findPeople}
          value={list.typed.value}
          onInput={(event) => void list.filter(event.currentTarget.value)}
        />
      )}
    </>
  );
  return (
    <PageFrame title={text.pages.people} aside={aside}>
      <div class="people-page" ref={grid}>
        {mayEdit && !isSearched && <AlikePanel />}
        {phase === 'loading' && <p class="loading">{text.starting}</p>}
        {phase === 'failed' && (
          <Message level={2} title={list.failure.value}>
            <TryAgain run={() => void list.refresh()} />
          </Message>
        )}
        {phase === 'ready' && shown.length === 0 && <Nobody isSearched={isSearched} />}
        {phase === 'ready' && (
          <ul class="people-grid">
            {shown.map((person) => (
              <PersonCard key={person.id} person={person} />
            ))}
          </ul>
        )}
        {list.folded.value > 0 ? (
          <button class="button passers-by" type="button" onClick={() => void list.unfold()}>
            {text.showPassersBy(list.folded.value)}
          </button>
        ) : (
          <MoreSentinel count={shown.length} more={() => void list.more()} />
        )}
      </div>
      {/* There before the first one is selected, so that screen readers announce that. */}
      <p class="unseen" role="status">
        {picked.value.size > 0 && text.selected(formatCount(picked.value.size))}
      </p>
      {picked.value.size > 0 && (
        <div class="people-bar" role="region" aria-label={text.selected(String(picked.value.size))}>
          <ActionButton action={peopleAction('clear-people')} />
          <p aria-hidden="true">{text.selected(formatCount(picked.value.size))}</p>
          <ActionButton action={peopleAction('hide-people')} />
          <TextButton action={peopleAction('merge-people')} kind="primary" />
        </div>
      )}
    </PageFrame>
  );
}

/** A button for an action on all people. @param on makes it a toggle */
function PageChip({ id, on }: { id: string; on?: boolean }): JSX.Element {
  const app = useApp();
  const action = peopleAction(id);
  return (
    <button class="chip page-chip" type="button" aria-pressed={on} onClick={() => void perform(action, app)}>
      {action.icon && <Icon name={action.icon} />}
      <span>{action.label(app)}</span>
    </button>
  );
}

function Nobody({ isSearched }: { isSearched: boolean }): JSX.Element {
  const { people, watch } = useApp();
  if (isSearched) return <Message level={2} drawing="search" title={text.noSuchName} body={text.noSuchNameBody} />;
  if (people.list.order.value === 'candidates') return <Message level={2} drawing="done" title={text.noCandidates} />;
  const withoutModels = watch.status.value?.ml_ready === false;
  return (
    <Message
      level={2}
      drawing="people"
      title={text.noPeople}
      body={withoutModels ? text.withoutModels : text.noPeopleBody}
    >
      {withoutModels && <InstallCommand />}
    </Message>
  );
}
