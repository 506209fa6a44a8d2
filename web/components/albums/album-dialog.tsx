import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { LostDialog } from '../elements/lost-part.tsx';
import { useFetched } from '../hooks/fetched.ts';

const fetchQuestions = async () => (await import('./album-questions.tsx')).AlbumQuestions;
const fetchDrops = async () => (await import('./album-drops.tsx')).AlbumDrops;

/** The dialogs about albums, loaded when needed. */
export function AlbumDialog(): JSX.Element | null {
  const { albums, dialog } = useApp();
  const [Questions, hasFailed] = useFetched(fetchQuestions);
  const close = (): void => {
    dialog.value = null;
    albums.question.value = null;
  };
  if (Questions) return <Questions />;
  return hasFailed ? <LostDialog close={close} /> : null;
}

/** The albums onto which dragged photos can be dropped, loaded when needed. */
export function CarriedPhotos(): JSX.Element | null {
  return useApp().albums.carrying.value && <Drops />;
}

function Drops(): JSX.Element | null {
  const { toasts } = useApp();
  const [View, hasFailed] = useFetched(fetchDrops);
  useEffect(() => {
    if (hasFailed) toasts.fail(new Error(text.partLost));
  }, [hasFailed]);
  return View && <View />;
}
