import '../styles/people.css';
import '../styles/faces.css';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app.ts';
import { Message } from '../components/elements/message.tsx';
import { Sections } from '../components/elements/sections.tsx';
import { TryAgain } from '../components/elements/try-again.tsx';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { IgnoredOnes } from '../components/people/ignored-ones.tsx';
import { NamingDone } from '../components/people/naming-done.tsx';
import { NamingFace } from '../components/people/naming-face.tsx';
import { NamingGroup } from '../components/people/naming-group.tsx';
import { RejectedFaces } from '../components/people/rejected-faces.tsx';
import { formatCount } from '../state/format.ts';
import type { NamingQueue } from '../state/people/naming-queue.ts';
import { namingStages, type NamingStage } from '../state/people/naming-stages.ts';
import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { namingQueue } from '../wiring/naming.ts';
import type { PageProps } from './page-props.ts';

/** The page of faces to name: groups first, then single faces, one at a time; usable with the keyboard alone. */
export default function FacesPage({ place }: PageProps): JSX.Element {
  const queue = namingQueue(useApp());
  const stage = namingStages.find((name) => name === (place.about ?? 'groups')) ?? null;
  const groups = queue.groups.phase.value === 'ready' ? queue.groups.left.value : null;
  const looseCount = queue.loose.value;
  const noteOf = (count: number | null): { note?: string } =>
    count === null || count === 0 ? {} : { note: formatCount(count) };
  return (
    <PageFrame title={text.pages.faces}>
      <Sections
        page="faces"
        label={text.pages.faces}
        here={place.about}
        sections={[
          { about: null, title: text.stages.groups, ...noteOf(groups) },
          { about: 'likely', title: text.stages.likely },
          { about: 'rest', title: text.stages.rest, ...noteOf(looseCount) },
          { about: 'ignored', title: text.ignored },
          { about: 'rejected', title: text.rejectedFaces },
        ]}
      />
      {stage && <Stage queue={queue} stage={stage} />}
      {place.about === 'ignored' && <IgnoredOnes queue={queue} />}
      {place.about === 'rejected' && <RejectedFaces queue={queue} />}
    </PageFrame>
  );
}

function Stage({ queue, stage }: { queue: NamingQueue; stage: NamingStage }): JSX.Element {
  const { dialog, router } = useApp();

  useEffect(() => {
    // After viewing a photo, the queue continues where it was.
    void queue.go(stage);
  }, [stage, queue.turn.value]);
  useEffect(() => {
    // An undo elsewhere must not lead away from the page that was opened.
    queue.wanted.value = null;
  }, []);
  useEffect(() => {
    // The stage of the undone decision is shown, even if the page has moved on to another.
    const requestedStage = queue.wanted.peek();
    queue.wanted.value = null;
    if (requestedStage === null || requestedStage === stage) return;
    router.exchange(placeOf('faces', { about: requestedStage === 'groups' ? null : requestedStage }));
  }, [queue.wanted.value]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLInputElement;
      if (event.key !== 'ArrowRight' || typing || event.repeat || event.altKey || dialog.value !== null) return;
      if (!queue.active.peek().current.peek()) return;
      event.preventDefault();
      queue.active.peek().skip();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, []);

  const active = stage === 'groups' ? queue.groups : queue[stage];
  // When there are no more groups to name, the page goes on to the next stage.
  const shouldGoOn = stage === 'groups' && active.isDone.value && active.skipped.value === 0;
  useEffect(() => {
    // Not if the last decision was undone in the meantime.
    const isOver = active.isDone.peek() && active.skipped.peek() === 0;
    if (shouldGoOn && isOver) router.exchange(placeOf('faces', { about: 'likely' }));
  }, [shouldGoOn]);

  if (queue.stage.value !== stage) return <p class="loading">{text.starting}</p>;
  if (active.current.value) return stage === 'groups' ? <NamingGroup queue={queue} /> : <NamingFace queue={queue} />;
  if (active.phase.value === 'failed') {
    return (
      <Message level={2} title={active.failure.value}>
        <TryAgain
          run={() => {
            active.retry();
          }}
        />
      </Message>
    );
  }
  if (active.isDone.value && !shouldGoOn) return <NamingDone queue={queue} stage={stage} />;
  return <p class="loading">{stage === 'likely' ? text.lookingForLikely : text.starting}</p>;
}
