import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Person } from '../../../core/http/wire.ts';
import { peopleAction } from '../../actions/people-actions.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { FacePicture } from './face-picture.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { TextButton } from '../elements/text-button.tsx';

/** Faces of each person shown beside the cover, since a single picture is weak evidence. */
const moreFaces = 5;

/** People who may be the same: a single line until the review is opened, then one pair after the other. */
export function AlikePanel(): JSX.Element | null {
  const { alike } = useApp().people;
  const element = useRef<HTMLElement>(null);
  const [first] = alike.pairs.value;
  const pair = alike.current.value;
  useEffect(() => {
    if (pair) element.current?.focus();
  }, [pair !== null]);
  if (!first) return null;
  if (!pair) {
    return (
      <section class="alike-line" aria-label={text.compareTitle}>
        <span class="alike-covers" aria-hidden="true">
          <FacePicture url={first.a.cover_url} />
          <FacePicture url={first.b.cover_url} />
        </span>
        <p>
          <strong>{text.compareTitle}</strong>
          <span>{text.compareHint(alike.pairs.value.length)}</span>
        </p>
        <TextButton action={peopleAction('compare-people')} />
      </section>
    );
  }
  return (
    <section class="alike" ref={element} tabIndex={-1} aria-label={text.compareTitle}>
      <header>
        <h2>{text.compareTitle}</h2>
        <ActionButton action={peopleAction('end-comparison')} />
      </header>
      <div class="alike-pair">
        <Side key={pair.a.id} person={pair.a} />
        <Side key={pair.b.id} person={pair.b} />
      </div>
      <p class="alike-note" role="status">
        {text.pairLikeness[pair.likeness ?? 'maybe']} · {text.pairsLeft(alike.pairs.value.length)}
      </p>
      <div class="alike-buttons">
        <TextButton action={peopleAction('same-person')} />
        <TextButton action={peopleAction('different-person')} />
        <TextButton action={peopleAction('not-sure')} />
      </div>
    </section>
  );
}

function Side({ person }: { person: Person }): JSX.Element {
  const { api } = useApp();
  const [faces] = useLoaded(() => api.people.faces(person.id, { offset: 0, limit: moreFaces + 1 }), [person.id]);
  const otherFaces =
    faces.is === 'there' ? faces.value.faces.filter(({ id }) => id !== person.cover_face_id).slice(0, moreFaces) : [];
  return (
    <figure>
      <FacePicture url={person.cover_url} />
      <figcaption>
        <bdi>{person.name ?? text.unnamedPerson}</bdi>
        <small>{text.photos(person.photo_count)}</small>
      </figcaption>
      <div class="alike-faces" aria-hidden="true">
        {otherFaces.map(({ id, crop_url }) => (
          <FacePicture key={id} url={crop_url} shape="square" />
        ))}
      </div>
    </figure>
  );
}
