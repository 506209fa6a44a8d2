import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Likeness, Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { Icon } from '../elements/icon.tsx';
import { Message } from '../elements/message.tsx';
import { TryAgain } from '../elements/try-again.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { FacePicture } from './face-picture.tsx';

const maxPeople = 200;
const maxFaces = 200;

/** People who may be the same person, most similar first: all ticked ones are merged in one step. */
export function SimilarPeople({ person }: { person: Person }): JSX.Element {
  const { api, people: parts, toasts } = useApp();
  const [loaded, reload] = useLoaded(
    () => Promise.all([api.people.similar(person.id, maxPeople), api.people.similarFaces(person.id, maxFaces)]),
    [person.id, person.face_count],
  );
  // Kept outside the component, so that ticks survive while a photo is open.
  const tickedKeys = parts.ticked.value.get(person.id) ?? new Set<string>();
  const setTicked = (keys: ReadonlySet<string>): void => {
    parts.ticked.value = new Map([...parts.ticked.peek(), [person.id, keys]]);
  };
  const [isRunning, setRunning] = useState(false);
  /** Keys of those merged already, until the new list arrives. */
  const [joinedKeys, setJoinedKeys] = useState<ReadonlySet<string>>(new Set());

  if (loaded.is === 'loading')
    return (
      <Frame person={person}>
        <p class="loading">{text.starting}</p>
      </Frame>
    );
  if (loaded.is === 'failed') {
    return (
      <Frame person={person}>
        <Message level={2} title={loaded.why}>
          <TryAgain run={reload} />
        </Message>
      </Frame>
    );
  }
  const [allPeople, allFaces] = loaded.value;
  const similar = allPeople.similar.filter((entry) => !joinedKeys.has(keyOfPerson(entry)));
  const faces = allFaces.similar.filter((entry) => !joinedKeys.has(keyOfFace(entry)));
  // Entries that are gone are not ticked either.
  const ticked = new Set([...similar.map(keyOfPerson), ...faces.map(keyOfFace)].filter((key) => tickedKeys.has(key)));
  if (similar.length + faces.length === 0) {
    return (
      <Frame person={person}>
        <Message level={2} drawing="done" title={text.nobodyElse} body={text.nobodyElseBody}>
          <a class="button" href={formatPlace(placeOf('people', { about: String(person.id) }))}>
            {text.personPhotos}
          </a>
        </Message>
      </Frame>
    );
  }
  const toggle = (key: string): void => {
    const next = new Set(ticked);
    if (!next.delete(key)) next.add(key);
    setTicked(next);
  };
  const likelyKeys = [
    // People with another name are not ticked by "tick all likely".
    ...similar.filter(({ likeness, person }) => likeness === 'likely' && person.name === null).map(keyOfPerson),
    ...faces.filter(({ likeness }) => likeness === 'likely').map(keyOfFace),
  ];
  const join = async (): Promise<void> => {
    setRunning(true);
    try {
      const tickedPeople = similar.filter((entry) => ticked.has(keyOfPerson(entry))).map(({ person }) => person);
      const tickedFaceIds = faces.filter((entry) => ticked.has(keyOfFace(entry))).map(({ face }) => face.id);
      const { person: now, undo } = await parts.steps.join(tickedPeople, tickedFaceIds, person);
      setJoinedKeys(new Set([...joinedKeys, ...ticked]));
      setTicked(new Set());
      toasts.say(text.joined(now.name, text.photos(now.photo_count)), async () => {
        parts.sayBack(await undo());
        setJoinedKeys(new Set());
        reload();
      });
    } catch (error) {
      toasts.fail(error);
      reload();
    } finally {
      setRunning(false);
    }
  };
  return (
    <Frame person={person}>
      <p class="who-else-hint">
        <span>{text.whoElseHint}</span>
        {likelyKeys.length > 0 && (
          <button
            class="button quiet"
            type="button"
            onClick={() => {
              setTicked(new Set([...ticked, ...likelyKeys]));
            }}
          >
            {text.tickLikely}
          </button>
        )}
      </p>
      <ul class="who-else">
        {similar.map((entry) => (
          <Candidate
            key={keyOfPerson(entry)}
            url={entry.person.cover_url}
            name={entry.person.name ?? text.unnamedPerson}
            isNamed={entry.person.name !== null}
            detail={text.photos(entry.person.photo_count)}
            likeness={entry.likeness ?? 'maybe'}
            href={formatPlace(placeOf('people', { about: String(entry.person.id) }))}
            isTicked={ticked.has(keyOfPerson(entry))}
            toggle={() => {
              toggle(keyOfPerson(entry));
            }}
          />
        ))}
      </ul>
      {faces.length > 0 && <h2 class="who-else-title">{text.looseFaces}</h2>}
      <ul class="who-else faces">
        {faces.map((entry, at) => (
          <Candidate
            key={keyOfFace(entry)}
            url={entry.face.crop_url}
            name={`${text.faces(1)} ${at + 1}`}
            likeness={entry.likeness}
            href={formatPlace(
              placeOf('people', { about: String(person.id), photo: entry.face.photo_uid, query: { tab: 'others' } }),
            )}
            isTicked={ticked.has(keyOfFace(entry))}
            toggle={() => {
              toggle(keyOfFace(entry));
            }}
          />
        ))}
      </ul>
      {ticked.size > 0 && (
        <div class="people-bar" role="region" aria-label={text.selected(String(ticked.size))}>
          <button
            class="icon-button"
            type="button"
            aria-label={text.clearSelection}
            title={text.clearSelection}
            onClick={() => {
              setTicked(new Set());
            }}
          >
            <Icon name="close" />
          </button>
          <button class="button primary" type="button" disabled={isRunning} onClick={() => void join()}>
            {text.samePersonAll(ticked.size)}
          </button>
        </div>
      )}
    </Frame>
  );
}

interface CandidateProps {
  readonly url: string | null;
  readonly name: string;
  /** Absent for a single face, whose name is only for screen readers. */
  readonly isNamed?: boolean;
  readonly detail?: string;
  readonly likeness: Likeness;
  readonly href: string;
  readonly isTicked: boolean;
  readonly toggle: () => void;
}

function Candidate(props: CandidateProps): JSX.Element {
  const { url, name, isNamed, detail, likeness, href, isTicked, toggle } = props;
  return (
    <li data-ticked={isTicked}>
      <label>
        <input
          type="checkbox"
          checked={isTicked}
          aria-label={`${name}, ${text.likeness[likeness]}`}
          onChange={toggle}
        />
        <FacePicture url={url} shape={isNamed === undefined ? 'square' : 'round'} />
        {isNamed && <bdi>{name}</bdi>}
        <small data-likeness={likeness}>{text.likeness[likeness]}</small>
      </label>
      <a href={href}>{detail ?? text.openPhotoOf}</a>
    </li>
  );
}

function Frame({ person, children }: { person: Person; children: JSX.Element | (JSX.Element | false)[] }): JSX.Element {
  return (
    <main class="page-frame who-else-page" tabIndex={-1} aria-label={text.whoElseTitle(person.name)}>
      <h2 class="who-else-title">
        <bdi>{text.whoElseTitle(person.name)}</bdi>
      </h2>
      {children}
    </main>
  );
}

const keyOfPerson = ({ person }: { person: { id: number } }): string => `person ${person.id}`;
const keyOfFace = ({ face }: { face: { id: number } }): string => `face ${face.id}`;
