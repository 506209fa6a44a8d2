import '../../styles/face-search.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { FixedList } from '../photos/fixed-list.tsx';
import { text } from '../../strings/index.ts';
import { FacePreview } from './face-preview.tsx';
import { Message } from '../elements/message.tsx';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { words } from '../../strings/searching/index.ts';

/** Search by a picture of a person that is dropped, chosen or pasted. */
export function FaceSearch({ behind }: { behind: boolean }): JSX.Element {
  const { faceQuery } = useApp();
  const picture = faceQuery.picture.value;
  const results = faceQuery.results.value;

  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const pasted = pictureIn(event.clipboardData);
      if (pasted) void faceQuery.search(pasted);
    };
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('paste', onPaste);
    };
  }, []);

  const head = (
    <div class="face-search" data-searched={picture !== null}>
      {picture && <FacePreview picture={picture} />}
      <div class="face-search-side">
        <DropZone />
        <p role="status">
          {faceQuery.busy.value
            ? text.lookingForFace
            : results && faceQuery.missing.value === null && text.found(results.length)}
        </p>
        <FoundPerson />
        {picture && faceQuery.faces.value.length > 1 && <p class="hint">{text.chooseFace}</p>}
      </div>
    </div>
  );
  if (results && results.length > 0) {
    return <FixedList photos={results} label={text.searchByFace} behind={behind} head={head} />;
  }
  return (
    <main class="page-frame" tabIndex={-1}>
      {head}
      <Nothing />
    </main>
  );
}

/** Why there are no results. Another picture can be chosen above. */
function Nothing(): JSX.Element | null {
  const { failure, missing, results } = useApp().faceQuery;
  const { noFaceFound, noFaceFoundBody, notLookedThrough, notLookedThroughBody } = text.refusals;
  if (failure.value !== null) return <Message level={2} drawing="lost" title={failure.value} />;
  if (!results.value) return null;
  if (missing.value === 'face')
    return <Message level={2} drawing="people" title={noFaceFound} body={noFaceFoundBody} />;
  if (missing.value === 'photos') {
    return (
      <Message level={2} drawing="people" title={notLookedThrough} body={notLookedThroughBody}>
        <a class="button" href="#/">
          {text.toTimeline}
        </a>
      </Message>
    );
  }
  return <Message level={2} drawing="search" title={text.nobodyFound} body={text.nobodyFoundBody} />;
}

/** A drop zone that also opens a file dialog. */
function DropZone(): JSX.Element {
  const { faceQuery } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <div
      class="drop-zone"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = pictureIn(event.dataTransfer);
        if (dropped) void faceQuery.search(dropped);
      }}
    >
      <h2>{text.searchByFace}</h2>
      <p>{text.searchByFaceHint}</p>
      <button class="button primary" type="button" onClick={() => input.current?.click()}>
        {faceQuery.picture.value ? text.chooseOtherPicture : text.choosePicture}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void faceQuery.search(file);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function pictureIn(data: DataTransfer | null): File | null {
  return (
    [...(data?.files ?? [])].find(({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name)) ?? null
  );
}

/** The person found, or that the person has no name yet, with a link to naming. */
function FoundPerson(): JSX.Element | null {
  const { faceQuery, session } = useApp();
  const { person, results } = faceQuery;
  const foundPerson = person.value;
  if (!results.value || results.value.length === 0) return null;
  const page = foundPerson ? formatPlace(placeOf('people', { about: String(foundPerson.id) })) : '#/faces';
  if (foundPerson?.name) {
    return (
      <p class="who-it-is">
        <a href={page}>{words.thisIs(foundPerson.name, foundPerson.photo_count)}</a>
      </p>
    );
  }
  return (
    <p class="who-it-is">
      {words.nobodyNamed} {session.may('write') && <a href={page}>{foundPerson ? words.nameThem : words.nameFaces}</a>}
    </p>
  );
}
