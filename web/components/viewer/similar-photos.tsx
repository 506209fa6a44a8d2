import type { JSX } from 'preact';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { shortCaptureTime } from '../../state/format.ts';
import { formatPlace } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { useLoaded } from '../hooks/loaded.ts';

const limit = 12;

/** Copies of a photo, and similar photos. Empty if the photo was not analysed yet. */
export function SimilarPhotos({ uid }: { uid: string }): JSX.Element | null {
  const { api } = useApp();
  const [loaded] = useLoaded((stop) => api.photos.similar(uid, limit, stop), [uid]);
  if (loaded.is !== 'there') return null;
  const { copies, results } = loaded.value;
  return (
    <>
      {copies.length > 0 && <Strip title={text.copiesOfIt} photos={copies} />}
      {results.length > 0 && <Strip title={text.moreLikeThis} photos={results} />}
    </>
  );
}

function Strip({ title, photos }: { title: string; photos: readonly PhotoItem[] }): JSX.Element {
  const { router } = useApp();
  return (
    <section class="strip">
      <h3>{title}</h3>
      <ul>
        {photos.map(({ uid, kind, thumb_url, taken_at_local }) => (
          <li key={uid}>
            <a
              href={formatPlace({ ...router.place.value, photo: uid })}
              aria-label={text.photoLabel(text.kinds[kind], shortCaptureTime(taken_at_local))}
            >
              {thumb_url && <img src={thumb_url} alt="" loading="lazy" decoding="async" />}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
