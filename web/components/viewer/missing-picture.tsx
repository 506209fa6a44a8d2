import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import '../../styles/viewer/unshown.css';
import { Icon } from '../elements/icon.tsx';

/** Milliseconds between two checks whether the server has read the file again, and the most checks. */
const pause = 1200;
const maxAttempts = 8;

/** Shown for a photo without a picture: the file name, the error, and what can be done. */
export function MissingPicture({ item }: { item: PhotoItem }): JSX.Element {
  const app = useApp();
  const { open, session, watch } = app;
  const [tries, setTries] = useState(false);
  const { fault } = item;
  const file = fault?.file || open.photo.value?.name;
  const isAway = fault?.kind === 'away';
  const otherReason = watch.storeAway.value ? text.viewer.storeAway : text.viewer.originalOnly;
  const reason = fault ? text.viewer.faults[fault.kind] : otherReason;

  const tryAgain = async (): Promise<void> => {
    setTries(true);
    try {
      await app.api.admin.retryFailed(item.uid);
      for (let attempt = 0; attempt < maxAttempts && open.uid.value === item.uid; attempt++) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        await open.refresh();
        const openPhoto = open.photo.value;
        if (openPhoto?.uid === item.uid && openPhoto.fault?.kind !== fault?.kind) {
          app.shown.value?.pages.replaceAll([openPhoto]);
          return;
        }
      }
      app.toasts.say(text.viewer.stillBad);
    } catch (error) {
      app.toasts.fail(error);
    } finally {
      setTries(false);
    }
  };
  return (
    <div class="unshown">
      <Icon name="broken" />
      <h2>{text.viewer.notShown}</h2>
      {file && (
        <p class="file">
          <bdi>{file}</bdi>
        </p>
      )}
      <p role="status">
        {tries ? text.viewer.tryingFile : reason}
        <br />
        {isAway ? text.viewer.awayAdvice : text.viewer.faultAdvice}
      </p>
      <div class="buttons">
        {!isAway && (
          <button class="button" type="button" onClick={() => void app.downloads.start([item])}>
            <Icon name="download" />
            {text.viewer.downloadOriginal}
          </button>
        )}
        {fault && fault.kind !== 'no_preview' && fault.kind !== 'unread' && session.may('admin') && (
          <button class="button" type="button" disabled={tries} onClick={() => void tryAgain()}>
            <Icon name="retry" />
            {text.viewer.tryFile}
          </button>
        )}
      </div>
    </div>
  );
}
