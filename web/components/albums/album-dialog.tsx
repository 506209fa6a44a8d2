import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';

type Load = () => Promise<FunctionComponent>;

/** What was fetched, when it was asked for the first time. */
const fetched = new Map<Load, FunctionComponent>();

const questions: Load = async () => (await import('./album-questions.tsx')).AlbumQuestions;
const drops: Load = async () => (await import('./album-drops.tsx')).AlbumDrops;

/** What is asked about albums. */
export const AlbumDialog = (): JSX.Element | null => <Fetched load={questions} />;

/** The albums that carried photos can be let go over. */
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
