import type { JSX } from 'preact';
import type { Album } from '../../../core/http/wire.ts';
import { albumAction } from '../../actions/album-actions.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { whoCanSee } from '../../actions/household-actions.ts';
import { hideOfPage } from '../../actions/own-hidden-actions.ts';
import { WithheldMark } from '../household/withheld-mark.tsx';
import { useWithheldThings } from '../household/use-withheld-things.ts';
import { ActionButton } from '../elements/action-button.tsx';

const actions = [
  ...['edit-album', 'album-rule', 'arrange-album'].map(albumAction),
  whoCanSee,
  hideOfPage,
  albumAction('delete-album'),
];

/** The kind of an album, and its actions. */
export function AlbumAside({ album }: { album: Album | null }): JSX.Element | null {
  const app = useApp();
  const withheldThings = useWithheldThings();
  if (!album) return null;
  const available = actions.filter((action) => app.session.may(action.role) && action.isOffered(app));
  return (
    <>
      {withheldThings?.isAlbum(album.uid) && <WithheldMark />}
      {album.smart && <small class="album-mark">{text.album.smart}</small>}
      {album.off_timeline && <small class="album-mark">{text.album.left}</small>}
      <span class="spring" />
      <span class="album-actions">
        {available.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
      </span>
    </>
  );
}
