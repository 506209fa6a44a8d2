import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';

type Load = () => Promise<FunctionComponent>;

/** Components that were loaded, by their loader. */
const fetched = new Map<Load, FunctionComponent>();

const questions: Load = async () => (await import('./album-questions.tsx')).AlbumQuestions;
const drops: Load = async () => (await import('./album-drops.tsx')).AlbumDrops;

/** The dialogs about albums, loaded when needed. */
export const AlbumDialog = (): JSX.Element | null => <Fetched load={questions} />;

/** The albums onto which dragged photos can be dropped, loaded when needed. */
export function CarriedPhotos(): JSX.Element | null {
  return useApp().albums.carrying.value && <Fetched load={drops} />;
}

function Fetched({ load }: { load: Load }): JSX.Element | null {
  const { dialog, toasts } = useApp();
  const [View, setView] = useState(() => fetched.get(load));
  useEffect(() => {
    if (View) return;
    load().then(
      (view) => {
        fetched.set(load, view);
        setView(() => view);
      },
      (error: unknown) => {
        dialog.value = null;
        toasts.fail(error);
      },
    );
  }, []);
  return View ? <View /> : null;
}
