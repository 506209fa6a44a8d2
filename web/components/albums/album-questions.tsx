import '../../styles/albums.css';
import type { JSX } from 'preact';
import type { Album } from '../../../core/http/wire.ts';
import { leavePageOf } from '../../actions/leave-page.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/albums/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { AlbumForm } from './album-form.tsx';
import { NewAlbum } from './new-album.tsx';
import { PickAlbum } from './pick-album.tsx';
import { RuleForm } from './rule-form.tsx';

/** The open dialog about albums. */
export function AlbumQuestions(): JSX.Element | null {
  const { albums, dialog } = useApp();
  const question = albums.question.value;
  if (!question) return null;
  const close = (): void => {
    dialog.value = null;
    albums.question.value = null;
  };
  if (question.is === 'add') return <PickAlbum photos={question.photos} close={close} />;
  if (question.is === 'new') return <NewAlbum photos={question.photos} close={close} />;
  if (question.is === 'edit') return <AlbumForm album={question.album} close={close} />;
  if (question.is === 'rule') return <RuleForm question={question} close={close} />;
  return <DeleteAlbum album={question.album} close={close} />;
}

function DeleteAlbum({ album: { uid, name }, close }: { album: Album; close: () => void }): JSX.Element {
  const app = useApp();
  const { albums, api, toasts } = app;
  const run = async (): Promise<void> => {
    close();
    try {
      await api.albums.remove(uid);
      leavePageOf(app, 'albums', uid);
      albums.changed();
      toasts.say(words.deleted(name));
    } catch (error) {
      toasts.fail(error);
    }
  };
  const title = words.deleteTitle(name);
  return (
    <Dialog label={title} close={close}>
      <h2>{title}</h2>
      <p>{words.deleteBody}</p>
      <div class="buttons">
        <button class="button quiet" type="button" autofocus onClick={close}>
          {text.cancel}
        </button>
        <button class="button primary" type="button" onClick={() => void run()}>
          {words.deleteYes}
        </button>
      </div>
    </Dialog>
  );
}
