import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SharedFacts, SharedPhoto } from '../../core/http/wire.ts';
import { Grid } from './grid.tsx';
import { dayOf } from './label.ts';
import { PasswordForm } from './password-form.tsx';
import { Refused, type Refusal, type SharedAlbum } from './shared-album.ts';
import { language, text } from './text.ts';
import { Viewer } from './viewer.tsx';

interface Contents {
  readonly facts: SharedFacts;
  readonly photos: readonly SharedPhoto[];
  readonly total: number;
}

/** The index of the photo in the URL, from 0; null for the list. */
const indexInAddress = (): number | null => {
  const number = Number(/^#(\d{1,7})$/.exec(location.hash)?.[1] ?? 0);
  return number > 0 ? number - 1 : null;
};

/** The page of a share link. */
export function SharePage({ album }: { album: SharedAlbum }): JSX.Element {
  const [contents, setContents] = useState<Contents | Refusal | null>(null);
  const [index, setIndex] = useState(indexInAddress);
  /** Why the next photos could not be loaded. */
  const [missing, setMissing] = useState<Refusal | null>(null);
  const isLoading = useRef(false);
  const shownIndex = useRef(index);
  /** Whether the history entry before the open photo is the list. */
  const cameFromList = useRef(false);

  const open = async (): Promise<void> => {
    setContents(null);
    try {
      const facts = await album.facts();
      if (facts.needs_password) setContents('locked');
      else {
        setContents({ facts, ...(await album.photos(0)) });
        document.title = facts.name ?? text.title;
      }
    } catch (error) {
      setContents(error instanceof Refused ? error.why : 'failed');
    }
  };
  const loadMore = async (loaded: Contents): Promise<void> => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const next = await album.more(loaded);
      setContents({ facts: loaded.facts, ...next });
      setMissing(null);
      followOpen(loaded.photos, next.photos);
    } catch (error) {
      const why = error instanceof Refused ? error.why : 'failed';
      // The loaded photos stay visible unless the link has ended.
      if (why === 'gone' || why === 'locked') setContents(why);
      else setMissing(why);
    } finally {
      isLoading.current = false;
    }
  };
  /** Keeps the open photo open where it has another place now. */
  const followOpen = (before: Contents['photos'], now: Contents['photos']): void => {
    const uid = shownIndex.current === null ? undefined : before[shownIndex.current]?.uid;
    const place = uid === undefined ? -1 : now.findIndex((photo) => photo.uid === uid);
    if (place >= 0 && place !== shownIndex.current) location.replace(`#${place + 1}`);
  };
  useEffect(() => {
    document.title = text.title;
    void open();
    const follow = (): void => {
      const next = indexInAddress();
      // Going from photo to photo does not add history entries.
      if (shownIndex.current === null || next === null) cameFromList.current = next !== null;
      shownIndex.current = next;
      setIndex(next);
    };
    addEventListener('hashchange', follow);
    return () => {
      removeEventListener('hashchange', follow);
    };
  }, []);

  const hasMore = contents !== null && typeof contents === 'object' && contents.photos.length < contents.total;
  useEffect(() => {
    // The address may name a photo that is not loaded yet.
    if (hasMore && index !== null && index < contents.total && index >= contents.photos.length) void loadMore(contents);
  }, [contents, index]);

  useEffect(() => {
    if (missing === null || !hasMore) return;
    const again = (): void => void loadMore(contents);
    addEventListener('online', again);
    return () => {
      removeEventListener('online', again);
    };
  }, [missing, contents]);

  if (contents === null) {
    return (
      <main class="shared-message" aria-busy="true">
        <p>{text.loading}</p>
      </main>
    );
  }
  if (contents === 'locked') return <main>{<PasswordForm album={album} onOpen={() => void open()} />}</main>;
  if (typeof contents === 'string') return <Nothing why={contents} onRetry={() => void open()} />;
  const { facts, photos, total } = contents;
  return (
    <>
      <header class="shared-header">
        <h1>{facts.name ?? text.title}</h1>
        <p>
          {text.photos(total)}
          {facts.expires_at !== null && <span>{text.until(dayOf(facts.expires_at))}</span>}
        </p>
        {facts.download && total > 1 && (
          <a class="button" href={album.archive(language)} download="" title={text.downloadNote}>
            {text.downloadAll}
          </a>
        )}
      </header>
      <main>
        {total === 0 ? (
          <div class="shared-message">
            <h2>{text.empty}</h2>
            <p>{text.emptyBody}</p>
          </div>
        ) : (
          <Grid photos={photos} total={total} open={index} onEnd={() => void loadMore(contents)} />
        )}
        {missing !== null && <Missing why={missing} onRetry={() => void loadMore(contents)} />}
      </main>
      {index !== null && photos[index] && (
        <Viewer
          {...{ album, facts, photos, total, index }}
          onShow={(next) => {
            location.replace(`#${next + 1}`);
            if (next >= photos.length - 2 && photos.length < total) void loadMore(contents);
          }}
          onClose={() => {
            if (cameFromList.current) {
              history.back();
              return;
            }
            history.replaceState(null, '', location.pathname);
            shownIndex.current = null;
            setIndex(null);
          }}
        />
      )}
    </>
  );
}

/** Below the loaded photos, where further ones are missing. */
function Missing({ why, onRetry }: { why: Refusal; onRetry: () => void }): JSX.Element {
  return (
    <div class="shared-missing" role="alert">
      <p>{why === 'busy' ? text.busy : text.failed}</p>
      <button class="button" type="button" onClick={onRetry}>
        {text.tryAgain}
      </button>
    </div>
  );
}

function Nothing({ why, onRetry }: { why: Refusal; onRetry: () => void }): JSX.Element {
  const isGone = why === 'gone';
  return (
    <main>
      <div class="shared-message" role="alert">
        <h1>{isGone ? text.gone : text.failed}</h1>
        <p>{isGone ? text.goneBody : why === 'busy' ? text.busy : text.failedBody}</p>
        {!isGone && (
          <button class="button" type="button" onClick={onRetry}>
            {text.tryAgain}
          </button>
        )}
      </div>
    </main>
  );
}
