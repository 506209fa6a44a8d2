import type { ComponentChildren, JSX } from 'preact';
import type { Photo } from '../../../core/http/wire.ts';
import { editFacts } from '../../actions/photo-actions.ts';
import { useApp } from '../../app.ts';
import { formatDate, parseDate } from '../../state/calendar/day.ts';
import { captureDayAndClock, clockOffset, fileSize, pictureSize } from '../../state/format.ts';
import { exposureOf } from '../../state/viewer/exposure.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { language, locale, placeName } from '../../strings/language.ts';
import { text } from '../../strings/index.ts';
import { reasonsOf } from './reasons.ts';
import { Icon } from '../elements/icon.tsx';
import { CopyButton } from '../elements/copy-button.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { FileValue } from './file-value.tsx';
import { videoSummary } from './video-summary.ts';
import { PhotoPeople } from './photo-people.tsx';
import { SimilarPhotos } from './similar-photos.tsx';
import { SmallMap } from '../map/small-map.tsx';
import { TagEditor } from './tag-editor.tsx';

/** The details of a photo: of the previous one, which cannot be edited, until those of the open one are loaded. */
export function PhotoInfo({ photo }: { photo: Photo }): JSX.Element {
  const app = useApp();
  const { session, viewer, open } = app;
  const size = pictureSize(photo);
  const { day, clock } = captureDayAndClock(photo.taken_at_local);
  const takenOn = parseDate(photo.taken_at_local.slice(0, 10));
  const labels = [...new Set([...photo.things.map(({ names }) => names[language]), ...photo.auto_tags])];
  const sourceNames = photo.source_people.filter((name) => !photo.people.some((person) => person.name === name));
  const reasons = reasonsOf(open.item.value);
  // Of videos and RAW files, nothing beyond the head is read.
  const isDecoded = photo.kind === 'image' || photo.kind === 'live';
  const examined = isDecoded && !photo.fault && photo.examined !== 'original' ? photo.examined : null;
  return (
    <aside class="photo-info" aria-label={text.info} aria-busy={open.uid.value !== photo.uid}>
      <header>
        <h2>{text.info}</h2>
        <button
          class="button quiet"
          type="button"
          onClick={() => {
            viewer.info.value = false;
          }}
        >
          {text.close}
        </button>
      </header>
      <dl>
        {(photo.caption !== null || photo.edited.includes('caption')) && (
          <Fact name={text.caption}>
            <bdi>{photo.caption}</bdi>
            <FileValue photo={photo} fact="caption" name={text.caption} />
          </Fact>
        )}
        <Fact name={text.taken}>
          {takenOn ? (
            <a href={formatPlace(placeOf('timeline', { query: { date: formatDate(takenOn) } }))} title={text.showDay}>
              {day}
            </a>
          ) : (
            day
          )}
          <small>{[clock, clockOffset(photo)].filter(Boolean).join(' · ')}</small>
          <FileValue photo={photo} fact="time" name={text.taken} />
        </Fact>
        {(photo.place !== null || photo.edited.includes('place')) && (
          <Fact name={text.place}>
            {photo.place !== null && (
              <a href={formatPlace(placeOf('places', { about: photo.place }))}>
                <bdi>{placeName(photo.place)}</bdi>
              </a>
            )}
            {photo.lat !== null && photo.lng !== null && (
              <SmallMap photo={photo} lat={photo.lat} lng={photo.lng} place={photo.place ?? text.place} />
            )}
            <FileValue photo={photo} fact="place" name={text.place} />
          </Fact>
        )}
        <PhotoPeople photo={photo} />
        {sourceNames.length > 0 && (
          <Fact name={text.namedInStore}>
            {sourceNames.map((name) => (
              <a key={name} class="line" href={formatPlace(placeOf('search', { query: { q: name } }))}>
                <bdi>{name}</bdi>
              </a>
            ))}
          </Fact>
        )}
        {(photo.tags.length > 0 || session.may('write')) && (
          <Fact name={text.tags}>
            <TagEditor photo={photo} />
          </Fact>
        )}
        {reasons.length > 0 && (
          <Fact name={text.whyFound}>
            {reasons.map((reason) => (
              <bdi key={reason} class="line">
                {reason}
              </bdi>
            ))}
          </Fact>
        )}
        {labels.length > 0 && (
          <Fact name={text.seenByModel}>
            <ul class="tags quiet-tags">
              {labels.map((label) => (
                <li key={label}>
                  <a href={formatPlace(placeOf('search', { query: { q: label } }))}>
                    <bdi>{label}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {photo.written.length > 0 && (
          <Fact name={text.textInPhoto}>
            <p class="written">
              {photo.written.map((line, index) => (
                <bdi key={index}>{line.text}</bdi>
              ))}
            </p>
            <CopyButton label={text.copyText} of={photo.written.map((line) => line.text).join('\n')} />
          </Fact>
        )}
        {photo.albums.length > 0 && (
          <Fact name={text.albums}>
            {photo.albums.map(({ uid, name }) => (
              <a key={uid} class="line" href={formatPlace(placeOf('albums', { about: uid }))}>
                <bdi>{name}</bdi>
              </a>
            ))}
          </Fact>
        )}
        {/* One per photo, so that the exposure of the previous photo is not shown for this one. */}
        <Camera key={photo.uid} photo={photo} />
        <Fact name={text.file}>
          <bdi>{photo.name}</bdi>
          {photo.folder !== undefined && (
            <a class="line" href={formatPlace(placeOf('folders', { about: photo.folder || null }))}>
              <bdi>{photo.folder || text.pages.folders}</bdi>
            </a>
          )}
          <small>
            {size && `${size} · `}
            {fileSize(photo.size)}
          </small>
          {photo.kind === 'video' && <small>{videoSummary(photo)}</small>}
          <FileValue photo={photo} fact="rotation" name={text.file} />
          {photo.kind === 'live' && !photo.motion && <small>{text.livePhoto}</small>}
          {examined && <small>{text.viewer.examined[examined]}</small>}
          {photo.fault && (
            <small class="fault">
              <Icon name="broken" />
              <span>
                {text.viewer.faults[photo.fault.kind]}
                {photo.fault.kind === 'incomplete' && `. ${text.viewer.incompleteAdvice}`}
              </span>
            </small>
          )}
        </Fact>
      </dl>
      {session.may('write') && (
        <button
          type="button"
          class="button quiet edit-facts"
          onClick={() => {
            editFacts(app);
          }}
        >
          <Icon name="edit" />
          {text.edits.edit}
        </button>
      )}
      <SimilarPhotos uid={photo.uid} />
    </aside>
  );
}

/** Camera and lens; the exposure is read from the file and arrives later. */
function Camera({ photo }: { photo: Photo }): JSX.Element | null {
  const { api } = useApp();
  const [meta] = useLoaded((stop) => api.photos.meta(photo.uid, stop), [photo.uid]);
  const exposure = meta.is === 'there' ? Object.values(exposureOf(meta.value.exif, locale)).filter(Boolean) : [];
  const camera = [photo.camera, photo.lens].filter(Boolean);
  if (camera.length === 0 && exposure.length === 0) return null;
  return (
    <Fact name={text.camera}>
      <bdi>{camera.join(', ')}</bdi>
      {/* The line is reserved, so that nothing moves when it arrives. */}
      <small class="exposure">{exposure.join(' · ') || '\u00a0'}</small>
    </Fact>
  );
}

function Fact(props: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
