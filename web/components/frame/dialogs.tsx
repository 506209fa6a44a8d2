import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { Palette } from './palette.tsx';
import { TagDialog } from '../viewer/tag-dialog.tsx';

/** What lies over the page, one at a time. */
export function Dialogs(): JSX.Element | null {
  const { dialog } = useApp();
  if (dialog.value === 'palette') return <Palette />;
  if (dialog.value === 'tag') return <TagDialog />;
  if (dialog.value === 'people') return <PeopleQuestions />;
  return null;
}

/** Fetched before they are asked, on the pages about people; most visits go by without. */
let peopleDialog: FunctionComponent | null = null;

async function fetchPeopleQuestions(): Promise<FunctionComponent> {
  peopleDialog = (await import('../people/people-dialog.tsx')).PeopleDialog;
  return peopleDialog;
}

/** So that they are there when they are asked. Without them the question fetches them again. */
export function preparePeopleQuestions(): void {
  fetchPeopleQuestions().catch(() => undefined);
}

function PeopleQuestions(): JSX.Element | null {
  const { dialog, toasts } = useApp();
  // What is there shows at once: whoever presses the key types on, and no letter must be lost.
  const [View, setView] = useState(() => peopleDialog);
  useEffect(() => {
    if (View) return;
    fetchPeopleQuestions().then(
      (view) => {
        setView(() => view);
      },
      (error: unknown) => {
        dialog.value = null;
        toasts.fail(error);
      },
    );
  }, []);
  return View && <View />;
}
