import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { DownloadQuestion } from '../photos/download-question.tsx';
import { Palette } from './palette.tsx';
import { AlbumDialog } from '../albums/album-dialog.tsx';
import { TagDialog } from '../viewer/tag-dialog.tsx';

/** What lies over the page, one at a time. */
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
  // What is there shows at once: whoever presses the key types on, and no letter must be lost.
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
