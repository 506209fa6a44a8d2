import type { JSX } from 'preact';
import { peopleAction } from '../../actions/people-actions.ts';
import { useApp } from '../../app.ts';
import type { NamingQueue } from '../../state/people/naming-queue.ts';
import type { NamingStage } from '../../state/people/naming-stages.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { InstallCommand } from '../elements/install-command.tsx';
import { Message } from '../elements/message.tsx';
import { TextButton } from '../elements/text-button.tsx';

/** The end of a stage. "Everybody is named" is only shown if there are people, and no group and no likely face is left. */
export function NamingDone({ queue, stage }: { queue: NamingQueue; stage: NamingStage }): JSX.Element {
  const { watch, router } = useApp();
  const status = watch.status.value;
  if (status?.ml_ready === false && status.faces === 0) {
    return (
      <Message level={2} drawing="people" title={text.noPeople} body={text.withoutModels}>
        <InstallCommand />
      </Message>
    );
  }
  const skippedCount = queue.groups.skipped.value + queue.likely.skipped.value + queue.rest.skipped.value;
  const remaining = Math.max(0, (queue.loose.value ?? 0) - queue.likely.skipped.value);
  // Faces are found before they are grouped.
  const isReading = status !== null && (status.indexing.running || status.faces === 0);
  const isBeforePeople = isReading && status.people === 0 && skippedCount === 0 && stage !== 'rest';
  const groupsAreDone = queue.groups.isDone.value && queue.groups.skipped.value === 0;
  const isAllNamed = !isBeforePeople && groupsAreDone && queue.likely.isDone.value && queue.likely.skipped.value === 0;
  const doneTitle = stage === 'rest' ? text.restDone : text.stageDone;
  const title = isAllNamed ? text.everybodyNamed : skippedCount > 0 ? text.skippedSome(skippedCount) : doneTitle;
  const looks = isBeforePeople
    ? ({ drawing: 'people', title: text.noPeople, body: text.noPeopleBody } as const)
    : ({ drawing: 'done', title, ...(isAllNamed && { body: text.everybodyNamedBody }) } as const);
  return (
    <Message level={2} {...looks}>
      <div class="naming-next">
        {stage === 'groups' && (
          <a class="button primary" href={formatPlace(placeOf('faces', { about: 'likely' }))}>
            {text.stages.likely}
          </a>
        )}
        {stage !== 'groups' && queue.groups.current.value !== null && (
          <a class="button" href={formatPlace(placeOf('faces'))}>
            {text.backToGroups}
          </a>
        )}
        {stage === 'likely' && remaining > 0 && (
          <a class="button" href={formatPlace(placeOf('faces', { about: 'rest' }))}>
            {text.showRest(remaining)}
          </a>
        )}
        {skippedCount > 0 && (
          <button
            class="button"
            type="button"
            onClick={() => {
              queue.showSkipped();
              if (stage !== 'groups') router.go(placeOf('faces'));
            }}
          >
            {text.showSkipped}
          </button>
        )}
        <TextButton action={peopleAction('face-before')} kind="quiet" />
        <a class="button" href={formatPlace(placeOf('people'))}>
          {text.pages.people}
        </a>
      </div>
      {stage === 'likely' && remaining > 0 && !isBeforePeople && <small>{text.restHint}</small>}
    </Message>
  );
}
