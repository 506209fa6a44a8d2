import type { ComponentChildren, JSX } from 'preact';
import type { Album } from '../../../core/http/wire.ts';
import { albumAction } from '../../actions/album-actions.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { whoCanSee } from '../../actions/household-actions.ts';
import { hideOfPage } from '../../actions/own-hidden-actions.ts';
import { WithheldMark } from '../household/withheld-mark.tsx';
import { useWithheldThings } from '../household/use-withheld-things.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { MoreButton } from '../elements/more-button.tsx';

const actions = [
  ...['edit-album', 'album-rule', 'arrange-album'].map(albumAction),
  whoCanSee,
  hideOfPage,
  albumAction('delete-album'),
];

interface AlbumAsideProps {
  readonly album: Album | null;
  /** A button after those of the album. */
  readonly children?: ComponentChildren;
}

/** The kind of an album, and its actions: on phones, where they would need a second line, in a menu if there are several. */
export function AlbumAside({ album, children }: AlbumAsideProps): JSX.Element | null {
  const app = useApp();
  const withheldThings = useWithheldThings();
  if (!album) return <>{children}</>;
  const available = actions.filter((action) => app.session.may(action.role) && action.isOffered(app));
  return (
    <>
      {withheldThings?.isAlbum(album.uid) && <WithheldMark />}
      {album.smart && <small class="album-mark">{text.album.smart}</small>}
      {album.off_timeline && <small class="album-mark">{text.album.left}</small>}
      <span class="spring" />
      <span class="album-actions" data-several={available.length > 1}>
        {available.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
      </span>
      {children}
      {available.length > 1 && <MoreButton actions={available} />}
    </>
  );
}
