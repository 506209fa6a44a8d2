import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DuplicatePhoto } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { restOf, type DuplicateGroup } from '../../state/photos/duplicates.ts';
import { fileSize, shortCaptureTime } from '../../state/format.ts';
import { formatPlace } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';

interface DuplicateGroupProps {
  readonly group: DuplicateGroup;
  readonly keep: (uid: string) => void;
  readonly archive: () => Promise<void>;
}

/** A group of duplicates, of which one is kept. */
export function DuplicateGroupView({ group, keep, archive }: DuplicateGroupProps): JSX.Element {
  const [busy, setBusy] = useState(false);
  const restCount = restOf(group).length;
  const keptName = group.photos.find(({ uid }) => uid === group.keep)?.name ?? '';
  return (
    <section class="duplicate-group" aria-label={keptName}>
      <ul>
        {group.photos.map((photo) => (
          <Candidate key={photo.uid} group={group} photo={photo} keep={keep} />
        ))}
      </ul>
      <button
        class="button"
        type="button"
        disabled={busy || restCount === 0}
        onClick={() => {
          setBusy(true);
          void archive().then(() => {
            setBusy(false);
          });
        }}
      >
        {text.archiveRest(restCount)}
      </button>
    </section>
  );
}

interface CandidateProps {
  readonly group: DuplicateGroup;
  readonly photo: DuplicatePhoto;
  readonly keep: (uid: string) => void;
}

function Candidate({ group, photo, keep }: CandidateProps): JSX.Element {
  const { router } = useApp();
  const { uid, name, size, width, height, thumb_url, taken_at_local, archived } = photo;
  const isKept = uid === group.keep;
  return (
    <li data-keep={isKept}>
      <a href={formatPlace({ ...router.place.value, photo: uid })} aria-label={text.openPhoto(name)}>
        {thumb_url && <img src={thumb_url} alt="" loading="lazy" decoding="async" draggable={false} />}
      </a>
      <bdi class="file-name" title={name}>
        {name}
      </bdi>
      {photo.folder && (
        <small>
          <bdi class="file-folder">{photo.folder}</bdi>
        </small>
      )}
      <small>{[width && height && `${width} × ${height}`, fileSize(size)].filter(Boolean).join(' · ')}</small>
      <small>{shortCaptureTime(taken_at_local)}</small>
      <label>
        <input
          type="radio"
          name={`keep ${group.id}`}
          aria-label={text.labelled(text.keepThis, name)}
          checked={isKept}
          disabled={archived}
          onChange={() => {
            keep(uid);
          }}
        />
        {isKept ? text.kept : archived ? text.inArchive : text.goesToArchive}
      </label>
    </li>
  );
}
