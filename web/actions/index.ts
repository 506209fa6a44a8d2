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
import { photoActions } from './photo-actions.ts';
import { pluginPageActions } from './plugin-page-actions.ts';
import { tripCover } from './trip-actions.ts';
import { stackActions } from './stack-actions.ts';
import { videoActions } from './video-actions.ts';
import { viewerActions } from './viewer-actions.ts';

/** Everything that a person can do by key, menu or palette. */
export const actions: readonly Action[] = [
  // First, since some of their keys mean something else beside a photo.
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

/** Those that this person can do now. */
export function offered(app: App): Action[] {
  const own = actions.filter((action) => app.session.may(action.role) && action.isOffered(app));
  return [...own, ...pluginPageActions(app)];
}

/** The key that does it now; none where another action has it now, as a video takes some of a photo's. */
export function keyNow(action: Action, now: readonly Action[]): string | undefined {
  const { shortcut } = action;
  return now.find((each) => each.shortcut === shortcut) === action ? shortcut : undefined;
}

/** What has not ended yet: an action, and the photos that it is about. */
const running = new Set<string>();

/** Does it, once however often it is asked for until it has ended, and tells when it fails. */
export async function perform(action: Action, app: App): Promise<void> {
  const about = app.open.uid.value ?? app.selection.photos.map(({ uid }) => uid).join();
  const run = `${action.id} ${about}`;
  if (!action.repeats && running.has(run)) return;
  running.add(run);
  try {
    // What is done about stacks that are picked is done about all of their photos.
    if (action.group === 'photo' && app.open.uid.value === null) await app.selection.open();
    await action.run(app);
  } catch (error) {
    app.toasts.fail(error);
  } finally {
    running.delete(run);
  }
}
