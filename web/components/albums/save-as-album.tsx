import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { PhotoRule } from '../../../core/http/wire.ts';
import { albumAction } from '../../actions/album-actions.ts';
import { useApp } from '../../app.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { TextButton } from '../elements/text-button.tsx';

/** A button that saves the photos of the page as a smart album. */
export function SaveAsAlbum(props: { name: string; rule: PhotoRule | null; inWords?: boolean }): JSX.Element | null {
  const app = useApp();
  useSmartList(props.name, props.rule);
  const action = albumAction('save-as-album');
  if (!app.session.may(action.role) || !action.isOffered(app)) return null;
  return props.inWords ? <TextButton action={action} kind="quiet" /> : <ActionButton action={action} />;
}

/** Announces the rule that finds the photos of the page, while it is shown. */
export function useSmartList(name: string, rule: PhotoRule | null): void {
  const { albums } = useApp();
  useLayoutEffect(() => {
    const smartList = rule && { name, rule };
    albums.smartList.value = smartList;
    return () => {
      if (albums.smartList.peek() === smartList) albums.smartList.value = null;
    };
  }, [name, JSON.stringify(rule)]);
}
