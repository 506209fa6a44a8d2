import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { Palette } from './palette.tsx';
import { TagDialog } from './tag-dialog.tsx';

/** What lies over the page, one at a time. */
export function Dialogs(): JSX.Element | null {
  const { dialog } = useApp();
  if (dialog.value === 'palette') return <Palette />;
  if (dialog.value === 'tag') return <TagDialog />;
  if (dialog.value === 'people') return <PeopleQuestions />;
  return null;
}

/** Fetched when somebody is asked: most visits go by without. */
function PeopleQuestions(): JSX.Element | null {
  const { dialog, toasts } = useApp();
  const [View, setView] = useState<FunctionComponent | null>(null);
  useEffect(() => {
    import('./people-dialog.tsx').then(
      ({ PeopleDialog }) => {
        setView(() => PeopleDialog);
      },
      (error: unknown) => {
        dialog.value = null;
        toasts.fail(error);
      },
    );
  }, []);
  return View && <View />;
}
