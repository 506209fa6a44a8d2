import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Face, Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { PersonFaces } from '../../state/people/person-faces.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { Message } from '../elements/message.tsx';
import { MoreSentinel } from '../elements/more-sentinel.tsx';
import { TryAgain } from '../elements/try-again.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { FacePicture } from './face-picture.tsx';

/** Groups that show at a time; one brings back those that one knows after all. */
const most = 1000;

/** Whom somebody ignored, groups and single faces, so that they can be brought back long after. */
export function IgnoredOnes(): JSX.Element {
  const { api, people, toasts } = useApp();
  const [groups, again] = useLoaded(() => api.people.ignored({ offset: 0, limit: most }), []);
  const list = useMemo(() => new PersonFaces((part) => api.faces.ignored(part)), []);
  const faces = list.faces.value;
  const persons = groups.is === 'there' ? groups.value.people : [];
  useEffect(() => void list.more(), [list]);

  const bringBack = async (run: () => Promise<() => Promise<unknown>>): Promise<void> => {
    try {
      const undo = await run();
      // What was read before lacks them.
      people.queue.forget();
      toasts.say(text.broughtBack, async () => {
        await undo();
        people.queue.forget();
        again();
      });
    } catch (error) {
      toasts.fail(error);
    }
  };
  const showGroup = (person: Person): Promise<void> =>
    bringBack(async () => {
      const undo = await people.steps.hide([person], false);
      again();
      return undo;
    });
  const showFace = (face: Face): Promise<void> =>
    bringBack(async () => {
      await api.faces.ignore([face.id], false);
      const putBack = list.remove(face);
      return async () => {
        await api.faces.ignore([face.id], true);
        putBack();
      };
    });

  const isReady = groups.is === 'there' && list.phase.value === 'ready';
  const failure = groups.is === 'failed' ? groups.why : list.phase.value === 'failed' ? list.failure.value : null;
  if (failure !== null) {
    return (
      <Message level={2} title={failure}>
        <TryAgain
          run={() => {
            again();
            void list.more();
          }}
        />
      </Message>
    );
  }
  if (!isReady) return <p class="loading">{text.starting}</p>;
  if (persons.length === 0 && faces.length === 0) {
    return (
      <Message level={2} drawing="people" title={text.noIgnored} body={text.noIgnoredBody}>
        <a class="button" href={formatPlace(placeOf('faces'))}>
          {text.pages.faces}
        </a>
      </Message>
    );
  }
  return (
    <>
      <p class="rejected-hint">{text.ignoredHint}</p>
      {persons.length > 0 && <h2 class="ignored-title">{text.ignoredGroups}</h2>}
      <ul class="face-grid rejected-faces">
        {persons.map((person) => (
          <Ignored
            key={person.id}
            url={person.cover_url}
            href={formatPlace(placeOf('people', { about: String(person.id) }))}
            label={text.photos(person.photo_count)}
            bringBack={() => showGroup(person)}
          />
        ))}
      </ul>
      {faces.length > 0 && <h2 class="ignored-title">{text.ignoredFaces}</h2>}
      <ul class="face-grid rejected-faces">
        {faces.map((face) => (
          <Ignored
            key={face.id}
            url={face.crop_url}
            href={formatPlace(placeOf('timeline', { photo: face.photo_uid }))}
            label={text.openPhotoOf}
            bringBack={() => showFace(face)}
          />
        ))}
      </ul>
      <MoreSentinel count={faces.length} more={() => void list.more()} />
    </>
  );
}

function Ignored(props: {
  url: string | null;
  href: string;
  label: string;
  bringBack: () => Promise<void>;
}): JSX.Element {
  return (
    <li class="face-cell">
      <a href={props.href} aria-label={props.label}>
        <FacePicture url={props.url} shape="square" />
      </a>
      <button class="button quiet" type="button" onClick={() => void props.bringBack()}>
        {text.bringBack}
      </button>
    </li>
  );
}
