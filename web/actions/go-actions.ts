import type { App } from '../app.ts';
import { placeOf, type PageName } from '../state/routes.ts';
import type { IconName } from '../icons.ts';
import type { Role } from '../../core/http/wire.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';

/** A page in the navigation. */
export interface Destination {
  readonly page: PageName;
  readonly icon: IconName;
  readonly shortcut: string;
  readonly role: Role;
  /** Whether the page has content; absent if it always has. */
  readonly isThere?: (app: App) => boolean;
  /** Whether a new group of the navigation starts here. */
  readonly begins?: boolean;
}

/** The pages of the navigation, in order. */
export const destinations: readonly Destination[] = [
  { page: 'timeline', icon: 'photos', shortcut: 'g t', role: 'read' },
  { page: 'explore', icon: 'explore', shortcut: 'g e', role: 'read' },
  { page: 'people', icon: 'people', shortcut: 'g p', role: 'read' },
  { page: 'albums', icon: 'albums', shortcut: 'g a', role: 'read' },
  { page: 'map', icon: 'map', shortcut: 'g m', role: 'read' },
  { page: 'favorites', icon: 'heart', shortcut: 'g f', role: 'write' },
  { page: 'trips', icon: 'trips', shortcut: 'g j', role: 'read', begins: true },
  { page: 'places', icon: 'place', shortcut: 'g l', role: 'read' },
  { page: 'folders', icon: 'folder', shortcut: 'g k', role: 'read', isThere: ({ hasFolders }) => hasFolders.value },
  { page: 'tags', icon: 'tag', shortcut: 'g #', role: 'read' },
  { page: 'memories', icon: 'memories', shortcut: 'g y', role: 'read' },
  { page: 'faces', icon: 'who', shortcut: 'g q', role: 'write', begins: true },
  { page: 'duplicates', icon: 'duplicates', shortcut: 'g d', role: 'write' },
  { page: 'archive', icon: 'archive', shortcut: 'g r', role: 'read' },
  { page: 'hidden', icon: 'hide', shortcut: 'g h', role: 'write' },
  { page: 'hidden-by-me', icon: 'hide-for-me', shortcut: 'g i', role: 'read' },
  { page: 'settings', icon: 'settings', shortcut: 'g s', role: 'read', begins: true },
  { page: 'admin', icon: 'admin', shortcut: 'g o', role: 'admin' },
  { page: 'help', icon: 'help', shortcut: '?', role: 'read' },
];

/** One action per page of the navigation. */
export const goActions: readonly Action[] = destinations.map(
  ({ page, icon, shortcut, role, isThere = () => true }) => ({
    id: `go-${page}`,
    label: () => text.pages[page],
    icon,
    shortcut,
    role,
    group: 'go',
    isOffered: isThere,
    run: ({ router }) => {
      router.go(placeOf(page));
    },
  }),
);
