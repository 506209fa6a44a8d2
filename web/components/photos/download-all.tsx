import type { JSX } from 'preact';
import { gridAction } from '../../actions/grid-actions.ts';
import { ActionButton } from '../elements/action-button.tsx';

/** Downloads the whole visible list of photos. */
export const DownloadAll = (): JSX.Element => <ActionButton action={gridAction('download-all')} />;
