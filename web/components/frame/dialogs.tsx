import type { FunctionComponent, JSX } from 'preact';
import { useApp } from '../../app.ts';
import { AlbumDialog } from '../albums/album-dialog.tsx';
import { LostDialog } from '../elements/lost-part.tsx';
import { prefetch, useFetched } from '../hooks/fetched.ts';
import { DownloadQuestion } from '../photos/download-question.tsx';
import { TagDialog } from '../viewer/tag-dialog.tsx';
import { Palette } from './palette.tsx';

const fetchCalendar = async () => (await import('../calendar/calendar-dialog.tsx')).CalendarDialog;
const fetchShare = async () => (await import('../sharing/share-dialog.tsx')).ShareDialog;
const fetchAudience = async () => (await import('../household/audience-dialog.tsx')).AudienceDialog;
const fetchFacts = async () => (await import('../editing/facts-dialog.tsx')).FactsDialog;
const fetchPeople = async () => (await import('../people/people-dialog.tsx')).PeopleDialog;

/** The open dialog. */
export function Dialogs(): JSX.Element | null {
  const { dialog, downloads } = useApp();
  if (downloads.asked.value) return <DownloadQuestion />;
  const open = dialog.value;
  if (open?.is === 'palette') return <Palette />;
  if (open?.is === 'calendar') return <Fetched key={open.is} load={fetchCalendar} with={{}} />;
  if (open?.is === 'tag') return <TagDialog photos={open.photos} />;
  if (open?.is === 'share') return <Fetched key={open.is} load={fetchShare} with={{ subject: open.subject }} />;
  if (open?.is === 'audience') return <Fetched key={open.is} load={fetchAudience} with={{ of: open.of }} />;
  if (open?.is === 'album') return <AlbumDialog />;
  if (open?.is === 'facts') return <Fetched key={open.is} load={fetchFacts} with={{ photos: open.photos }} />;
  if (open?.is === 'people') return <Fetched key={open.is} load={fetchPeople} with={{}} />;
  return null;
}

/** Loads the dialogs about people in advance: people type on after pressing the key, and no letter may be lost. */
export function preparePeopleQuestions(): void {
  prefetch(fetchPeople);
}

interface FetchedProps<P> {
  readonly load: () => Promise<FunctionComponent<P>>;
  readonly with: P;
}

function Fetched<P extends object>({ load, with: props }: FetchedProps<P>): JSX.Element | null {
  const { dialog } = useApp();
  const [View, hasFailed] = useFetched(load);
  const close = (): void => {
    dialog.value = null;
  };
  if (View) return <View {...props} />;
  return hasFailed ? <LostDialog close={close} /> : null;
}
