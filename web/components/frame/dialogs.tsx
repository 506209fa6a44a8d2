import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { DownloadQuestion } from '../photos/download-question.tsx';
import { Palette } from './palette.tsx';
import { AlbumDialog } from '../albums/album-dialog.tsx';
import { TagDialog } from '../viewer/tag-dialog.tsx';

/** The open dialog. */
export function Dialogs(): JSX.Element | null {
  const { dialog, downloads } = useApp();
  if (downloads.asked.value) return <DownloadQuestion />;
  if (dialog.value === 'palette') return <Palette />;
  if (dialog.value === 'calendar') return <Fetched fetch={fetchCalendar} />;
  if (dialog.value === 'tag') return <TagDialog />;
  if (dialog.value === 'share') return <Share />;
  if (dialog.value === 'audience') return <Audience />;
  if (dialog.value === 'album') return <AlbumDialog />;
  if (dialog.value === 'facts') return <FactsQuestions />;
  if (dialog.value === 'people') return <PeopleQuestions />;
  return null;
}

/** The dialogs about people, loaded in advance on the pages of people, since most visits never need them. */
let peopleDialog: FunctionComponent | null = null;

async function fetchPeopleQuestions(): Promise<FunctionComponent> {
  peopleDialog = (await import('../people/people-dialog.tsx')).PeopleDialog;
  return peopleDialog;
}

/** Loads the dialogs about people in advance. If that fails, opening one loads them again. */
export function preparePeopleQuestions(): void {
  fetchPeopleQuestions().catch(() => undefined);
}

const fetchCalendar = async (): Promise<FunctionComponent> =>
  (await import('../calendar/calendar-dialog.tsx')).CalendarDialog;

const fetchShare = async (): Promise<FunctionComponent> => (await import('../sharing/share-dialog.tsx')).ShareDialog;
const fetchFacts = async (): Promise<FunctionComponent> => (await import('../editing/facts-dialog.tsx')).FactsDialog;

const fetchAudience = async (): Promise<FunctionComponent> =>
  (await import('../household/audience-dialog.tsx')).AudienceDialog;

function Audience(): JSX.Element | null {
  return <Fetched fetch={fetchAudience} />;
}

function Share(): JSX.Element | null {
  return <Fetched fetch={fetchShare} />;
}

function FactsQuestions(): JSX.Element | null {
  return <Fetched fetch={fetchFacts} />;
}

function PeopleQuestions(): JSX.Element | null {
  // A loaded dialog must appear at once: people type on after pressing the key, and no letter may be lost.
  return <Fetched there={peopleDialog} fetch={fetchPeopleQuestions} />;
}

interface FetchedProps {
  readonly there?: FunctionComponent | null;
  readonly fetch: () => Promise<FunctionComponent>;
}

function Fetched({ there = null, fetch }: FetchedProps): JSX.Element | null {
  const { dialog, toasts } = useApp();
  const [View, setView] = useState(() => there);
  useEffect(() => {
    if (View) return;
    fetch().then(
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
