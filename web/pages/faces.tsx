import '../styles/people.css';
import '../styles/faces.css';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { peopleAction } from '../actions/people-actions.ts';
import { useApp } from '../app.ts';
import { FacePhoto } from '../components/people/face-photo.tsx';
import { FacePicture } from '../components/people/face-picture.tsx';
import { FaceSuggestions } from '../components/people/face-suggestions.tsx';
import { InstallCommand } from '../components/elements/install-command.tsx';
import { Message } from '../components/elements/message.tsx';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { PersonCombobox } from '../components/people/person-combobox.tsx';
import { RejectedFaces } from '../components/people/rejected-faces.tsx';
import { TextButton } from '../components/elements/text-button.tsx';
import { TryAgain } from '../components/elements/try-again.tsx';
import type { QueuedFace } from '../state/people/queued-faces.ts';
import { formatPlace, placeOf, type Place } from '../state/routes.ts';
import { formatCount } from '../state/format.ts';
import { text } from '../strings/index.ts';
import type { PageProps } from './page-props.ts';

/** The faces that are nobody's, one large after the other: two hundred in ten minutes, by keys alone. */
export default function FacesPage({ place }: PageProps): JSX.Element {
  if (place.about === 'rejected') {
    return (
      <PageFrame title={text.rejectedFaces} aside={<Views place={place} />}>
        <RejectedFaces />
      </PageFrame>
    );
  }
  return <Queue place={place} />;
}

/** From the queue to what was said to be no face, and back. */
function Views({ place }: { place: Place }): JSX.Element {
  const isQueue = place.about === null;
  return (
    <a class="button quiet other-faces" href={formatPlace(placeOf('faces', isQueue ? { about: 'rejected' } : {}))}>
      {isQueue ? text.rejectedFaces : text.pages.faces}
    </a>
  );
}

function Queue({ place }: { place: Place }): JSX.Element {
  const { people, dialog } = useApp();
  const { faces } = people;
  const item = faces.current.value;

  useEffect(() => {
    // Whoever went to look at a photo goes on where they were.
    if (!faces.current.peek()) void faces.start();
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLInputElement;
      if (event.key !== 'ArrowRight' || typing || event.repeat || event.altKey || dialog.value !== null) return;
      if (!faces.current.peek()) return;
      event.preventDefault();
      faces.skip();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, []);

  const at = formatCount(faces.at.value + 1);
  const aside = (
    <>
      {item && <small class="count">{text.faceOf(at, formatCount(faces.total.value))}</small>}
      <Views place={place} />
    </>
  );
  return (
    <PageFrame title={text.pages.faces} aside={aside}>
      {item && (
        <div class="face-queue">
          <div class="face-seen">
            <FacePicture key={item.face.id} url={item.face.crop_url} shape="square" />
            <FacePhoto />
          </div>
          <div class="face-decide">
            <h2>{said(item.decided)}</h2>
            <FaceSuggestions />
            <div class="face-name">
              <PersonCombobox
                key={item.face.id}
                label={text.typeName}
                create={(name) => {
                  faces.name(name);
                  leaveField();
                }}
                choose={({ id, name }) => {
                  faces.assignTo(id, name);
                  leaveField();
                }}
              />
              <kbd aria-hidden="true">n</kbd>
            </div>
            <div class="face-steps">
              <TextButton action={peopleAction('face-before')} kind="quiet" />
              <TextButton action={peopleAction('reject-face')} kind="quiet" />
              <TextButton action={peopleAction('skip-face')} />
            </div>
            <p class="face-followed" role="status">
              {faces.followed.value > 0 && text.followed(faces.followed.value)}
            </p>
          </div>
          <div hidden>
            {faces.next.value.map(({ face }) => face.crop_url && <img key={face.id} src={face.crop_url} alt="" />)}
          </div>
        </div>
      )}
      {!item && faces.phase.value === 'loading' && <p class="loading">{text.starting}</p>}
      {!item && faces.phase.value === 'failed' && (
        <Message level={2} title={faces.failure.value}>
          <TryAgain
            run={() => {
              faces.retry();
            }}
          />
        </Message>
      )}
      {faces.isDone.value && <Done />}
    </PageFrame>
  );
}

function Done(): JSX.Element {
  const { people, watch } = useApp();
  const { faces } = people;
  const skipped = faces.skipped.value;
  if (skipped > 0) {
    return (
      <Message level={2} title={text.facesSkipped(skipped)}>
        <button class="button primary" type="button" onClick={() => void faces.start()}>
          {text.againFromStart}
        </button>
        <TextButton action={peopleAction('face-before')} kind="quiet" />
      </Message>
    );
  }
  const status = watch.status.value;
  if (status?.ml_ready === false && status.faces === 0) {
    return (
      <Message level={2} drawing="people" title={text.noPeople} body={text.withoutModels}>
        <InstallCommand />
      </Message>
    );
  }
  return (
    <Message level={2} drawing="done" title={text.facesDone} body={text.facesDoneBody}>
      <a class="button" href="#/people">
        {text.pages.people}
      </a>
    </Message>
  );
}

function said(decided: QueuedFace['decided']): string {
  if (!decided) return text.whoIsThis;
  return decided.isFace ? text.saidToBe(decided.name) : text.saidNoFace;
}

/** So that the next key decides about the next face. */
function leaveField(): void {
  (document.activeElement as HTMLElement | null)?.blur();
}
