import '../styles/own-hidden.css';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { AllHiddenByMe } from '../../core/http/wire.ts';
import { perform } from '../actions/index.ts';
import { showAgain } from '../actions/own-hidden-actions.ts';
import type { WithheldSubject } from '../api/household.ts';
import { useApp } from '../app.ts';
import { Icon } from '../components/elements/icon.tsx';
import { Message } from '../components/elements/message.tsx';
import { ListTitle, WhenLoaded } from '../components/frame/page-frame.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { FacePicture } from '../components/people/face-picture.tsx';
import { GridFailed } from '../components/photos/grid-failed.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import { text } from '../strings/index.ts';
import type { PageProps } from './page-props.ts';

/** What the user hid from themself: people and albums, which can be shown again, and photos. */
export default function OwnHiddenPage({ behind }: PageProps): JSX.Element {
  const { api, albums, grids } = useApp();
  const [things, reload] = useLoaded((stop) => api.ownHidden.all(stop), [albums.changes.value]);
  const grid = useMemo(() => grids.of({ only_hidden_by_me: true }), []);
  const title = text.pages['hidden-by-me'];
  const phase = grid.phase.value;
  const hasNoPhotos = phase === 'ready' && grid.layout.total === 0;
  const hasNone = things.is === 'there' && things.value.people.length + things.value.albums.length === 0;
  return (
    <PhotoGridView
      grid={grid}
      label={title}
      behind={behind}
      head={
        <>
          <ListTitle title={title} counts={grid.counts} />
          {!hasNone && (
            <WhenLoaded of={things} again={reload}>
              {(all) => <HiddenThings {...all} />}
            </WhenLoaded>
          )}
        </>
      }
    >
      {phase === 'failed' && <GridFailed grid={grid} />}
      {hasNoPhotos && hasNone && (
        <Message level={2} drawing="hidden" title={text.ownHidden.nothing} body={text.ownHidden.nothingBody} />
      )}
    </PhotoGridView>
  );
}

function HiddenThings({ people, albums }: AllHiddenByMe): JSX.Element {
  return (
    <ul class="own-hidden" aria-label={text.ownHidden.things}>
      {people.map(({ id, name, cover_url }) => (
        <li key={id}>
          <FacePicture url={cover_url} />
          <bdi>{name ?? text.unnamedPerson}</bdi>
          <ShowAgain subject={{ person: id }} name={name} />
        </li>
      ))}
      {albums.map(({ uid, name }) => (
        <li key={uid}>
          <Icon name="albums" />
          <bdi>{name}</bdi>
          <ShowAgain subject={{ album: uid }} name={name} />
        </li>
      ))}
    </ul>
  );
}

function ShowAgain({ subject, name }: { subject: WithheldSubject; name: string | null }): JSX.Element {
  const app = useApp();
  return (
    <button
      class="button"
      type="button"
      aria-label={text.ownHidden.showOne(name ?? text.unnamedPerson)}
      onClick={() => void perform(showAgain(subject, name), app)}
    >
      {text.ownHidden.show}
    </button>
  );
}
