import type { JSX } from 'preact';
import { gridAction } from '../../actions/grid-actions.ts';
import { ActionButton } from '../elements/action-button.tsx';

/** Saves the whole list of photos that shows. */
export const DownloadAll = (): JSX.Element => <ActionButton action={gridAction('download-all')} />;
