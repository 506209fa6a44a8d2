import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { Palette } from './palette.tsx';
import { TagDialog } from './tag-dialog.tsx';

/** What lies over the page, one at a time. */
export function Dialogs(): JSX.Element | null {
  const { dialog } = useApp();
  if (dialog.value === 'palette') return <Palette />;
  if (dialog.value === 'tag') return <TagDialog />;
  return null;
}
