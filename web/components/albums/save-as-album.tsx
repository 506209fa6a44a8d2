import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { PhotoRule } from '../../../core/http/wire.ts';
import { albumAction } from '../../actions/album-actions.ts';
import { useApp } from '../../app.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { TextButton } from '../elements/text-button.tsx';

/** Offers to keep what the page shows as an album that finds it by itself. */
export function SaveAsAlbum(props: { name: string; rule: PhotoRule | null; inWords?: boolean }): JSX.Element | null {
  const app = useApp();
  useFoundBy(props.name, props.rule);
  const action = albumAction('save-as-album');
  if (!app.session.may(action.role) || !action.isOffered(app)) return null;
  return props.inWords ? <TextButton action={action} kind="quiet" /> : <ActionButton action={action} />;
}

/** Tells by what the photos of the page are found, as long as it shows. */
export function useFoundBy(name: string, rule: PhotoRule | null): void {
  const { albums } = useApp();
  useLayoutEffect(() => {
    const found = rule && { name, rule };
    albums.foundBy.value = found;
    return () => {
      if (albums.foundBy.peek() === found) albums.foundBy.value = null;
    };
  }, [name, JSON.stringify(rule)]);
}
