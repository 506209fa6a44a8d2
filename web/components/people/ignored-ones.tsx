import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Face, Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { ListInParts } from '../../state/people/list-in-parts.ts';
import { PersonFaces } from '../../state/people/person-faces.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import type { NamingQueue } from '../../state/people/naming-queue.ts';
import { text } from '../../strings/index.ts';
import { Message } from '../elements/message.tsx';
import { MoreSentinel } from '../elements/more-sentinel.tsx';
import { TryAgain } from '../elements/try-again.tsx';
import { FacePicture } from './face-picture.tsx';

type BroughtBack = NonNullable<Parameters<NamingQueue['outdate']>[0]>;

/** Ignored groups and faces, which can be brought back at any time. */
export function IgnoredOnes({ queue }: { queue: NamingQueue }): JSX.Element {
  const { api, people, toasts } = useApp();
  const groups = useMemo(
    () =>
      new ListInParts<Person>(async (part) => {
        const { people: items, total } = await api.people.ignored(part);
        return { items, total };
      }),
    [],
  );
  const list = useMemo(() => new PersonFaces((part) => api.faces.ignored(part)), []);
  const faces = list.faces.value;
  const persons = groups.items.value;
  const parts = [groups, list];
  const begin = (): void => {
    for (const part of parts) if (part.phase.peek() !== 'ready') void part.more();
  };
  useEffect(begin, []);

  const bringBack = async (run: () => Promise<() => Promise<unknown>>, kind: BroughtBack): Promise<void> => {
    try {
      const undo = await run();
      // The queue was read without them.
      queue.outdate(kind);
      toasts.say(text.broughtBack, async () => {
        await undo();
        queue.outdate();
      });
    } catch (error) {
      toasts.fail(error);
    }
  };
  const showGroup = (person: Person): Promise<void> =>
    bringBack(
      async () => {
        const undo = await people.steps.hide([person], false);
        const putBack = groups.remove(person);
        return async () => {
          await undo();
          putBack();
        };
      },
      { groups: [person.id] },
    );
  const showFace = (face: Face): Promise<void> =>
    bringBack(
      async () => {
        await api.faces.ignore([face.id], false);
        const putBack = list.remove(face);
        return async () => {
          await api.faces.ignore([face.id], true);
          putBack();
        };
      },
      { faces: [face.id] },
    );

  const isReady = parts.every(({ phase }) => phase.value === 'ready');
  const failedList = parts.find(({ phase }) => phase.value === 'failed');
  if (failedList) {
    return (
      <Message level={2} title={failedList.failure.value}>
        <TryAgain run={begin} />
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
      <MoreSentinel count={persons.length} more={() => void groups.more()} />
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
