import type { App } from '../app.ts';
import { formatCount } from '../state/format.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';

const isShown = ({ open, tiled }: App): boolean => open.uid.value === null && (tiled.value?.layout.total ?? 0) > 0;
const hasMonths = ({ tiled }: App): boolean => (tiled.value?.months.length ?? 0) > 0;

/** Picks a part of the list that shows, or drops it when it is picked, and tells when that does not go well. */
export async function pickRange(app: App, first: number, last: number, only?: 'picks'): Promise<void> {
  const grid = app.tiled.value;
  if (!grid) return;
  try {
    const done = await app.selection.toggleRange(grid, first, last, only);
    if (done < last - first) app.toasts.say(text.onlyFirstSelected(formatCount(done)));
  } catch (error) {
    app.toasts.fail(error);
  }
}

const common = { role: 'read', isOffered: isShown } as const;

/** What can be done about a list of photos as a whole. */
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
    // The list beside the map follows the map: it has no days of its own to come back to.
    isOffered: (app) => isShown(app) && hasMonths(app) && app.router.place.value.page !== 'map',
    run: ({ router, tiled, dialog }) => {
      // So that back leads to where the list was.
      router.keep(tiled.value?.place());
      dialog.value = 'calendar';
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

/** The action of a name, for a button of its own. */
export function gridAction(id: string): Action {
  const action = gridActions.find((action) => action.id === id);
  if (!action) throw new Error(`there is no action ${id}`);
  return action;
}
