import type { App } from '../app.ts';
import { formatCount } from '../state/format.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';

const isShown = ({ open, tiled }: App): boolean => open.uid.value === null && (tiled.value?.layout.total ?? 0) > 0;
const hasMonths = ({ tiled }: App): boolean => (tiled.value?.months.length ?? 0) > 0;

/** Selects a part of the visible list, or deselects it if all of it is selected. Failures are shown as messages. */
export async function pickRange(app: App, first: number, last: number, only?: 'picks'): Promise<void> {
  const grid = app.tiled.value;
  if (!grid) return;
  try {
    const toggled = await app.selection.toggleRange(grid, first, last, only);
    if (toggled < last - first) app.toasts.say(text.onlyFirstSelected(formatCount(toggled)));
  } catch (error) {
    app.toasts.fail(error);
  }
}

const common = { role: 'read', isOffered: isShown } as const;

/** Actions on a list of photos as a whole. */
export const gridActions: readonly Action[] = [
  {
    ...common,
    id: 'select-all',
    label: () => text.selectAllPhotos,
    shortcut: 'Ctrl+a',
    group: 'selection',
    run: (app) => pickRange(app, 0, app.tiled.value?.layout.total ?? 0, 'picks'),
  },
  {
    id: 'download-all',
    label: () => text.downloads.all,
    icon: 'download',
    role: 'read',
    group: 'app',
    isOffered: (app) => isShown(app) && app.selection.count.value === 0,
    run: async (app) => {
      const grid = app.tiled.value;
      if (grid) await app.downloads.list(grid, new AbortController().signal);
    },
  },
  {
    id: 'calendar',
    label: () => text.goToDate,
    icon: 'calendar',
    shortcut: 'g c',
    role: 'read',
    group: 'go',
    // The list beside the map follows the map, so it has no position to return to.
    isOffered: (app) => isShown(app) && hasMonths(app) && app.router.place.value.page !== 'map',
    run: ({ router, tiled, dialog }) => {
      // The position is stored, so that going back returns to it.
      router.keep(tiled.value?.place());
      dialog.value = { is: 'calendar' };
    },
  },
  {
    ...common,
    id: 'larger-photos',
    label: () => text.largerPhotos,
    shortcut: '+',
    group: 'app',
    repeats: true,
    run: ({ density }) => {
      density.change(1);
    },
  },
  {
    ...common,
    id: 'smaller-photos',
    label: () => text.smallerPhotos,
    shortcut: '-',
    group: 'app',
    repeats: true,
    run: ({ density }) => {
      density.change(-1);
    },
  },
];

/** The grid action with an id, for a button of its own. */
export function gridAction(id: string): Action {
  const action = gridActions.find((action) => action.id === id);
  if (!action) throw new Error(`there is no action ${id}`);
  return action;
}
