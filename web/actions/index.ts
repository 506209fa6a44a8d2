import type { App } from '../app.ts';
import type { Action } from './action.ts';
import { adminActions } from './admin-actions.ts';
import { albumActions } from './album-actions.ts';
import { appActions } from './app-actions.ts';
import { whoCanSee } from './household-actions.ts';
import { gridActions } from './grid-actions.ts';
import { goActions } from './go-actions.ts';
import { hideOfPage } from './own-hidden-actions.ts';
import { peopleActions } from './people-actions.ts';
import { photoActions, targets } from './photo-actions.ts';
import { pluginPageActions } from './plugin-page-actions.ts';
import { tripCover } from './trip-actions.ts';
import { stackActions } from './stack-actions.ts';
import { videoActions } from './video-actions.ts';
import { viewerActions } from './viewer-actions.ts';

/** All actions. */
export const actions: readonly Action[] = [
  // These come first, since videos override some of the keys for photos.
  ...videoActions,
  ...peopleActions,
  ...photoActions,
  ...albumActions,
  tripCover,
  ...stackActions,
  whoCanSee,
  hideOfPage,
  ...viewerActions,
  ...gridActions,
  ...goActions,
  ...appActions,
  ...adminActions,
];

/** The actions that the current account can run now. */
export function offered(app: App): Action[] {
  const builtIn = actions.filter((action) => app.session.may(action.role) && action.isOffered(app));
  return [...builtIn, ...pluginPageActions(app)];
}

/** The key of an action; undefined if another action overrides it, as videos do with some keys for photos. */
export function keyNow(action: Action, available: readonly Action[]): string | undefined {
  const { shortcut } = action;
  return available.find((each) => each.shortcut === shortcut) === action ? shortcut : undefined;
}

/** Running actions, each with the uids of its photos. */
const running = new Set<string>();

/** Runs an action, unless it is still running for the same photos, and reports a failure. */
export async function perform(action: Action, app: App): Promise<void> {
  const subject = app.open.uid.value ?? app.selection.photos.map(({ uid }) => uid).join();
  const run = `${action.id} ${subject}`;
  if (!action.repeats && running.has(run)) return;
  running.add(run);
  const seen = targets(app);
  try {
    // An action on selected stacks applies to all of their photos.
    if (action.group === 'photo' && app.open.uid.value === null && !(await app.selection.open())) return;
    await action.run(app, seen);
  } catch (error) {
    app.toasts.fail(error);
  } finally {
    running.delete(run);
  }
}
