/**
 * The module `/plugins/-/page.js`, with which a plugin's page acts as the user who is signed in to the app in this browser.
 * Its exports stay stable within a version of the plugin API.
 */
import type { User } from '../../core/http/wire.ts';
import { Client, type Method } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { SessionRoutes } from '../api/session.ts';
import { applyTheme, storedFlag, storedSecret, storedText, onFlagForgotten, pause } from '../browser.ts';
import {
  codeNeededFlag,
  languageName,
  leavingFlag,
  lockedFlag,
  renewalKeyName,
  signedInFlag,
  themeName,
} from '../storage-keys.ts';
import { chooseLanguage, type Language } from '../state/languages.ts';
import { Session } from '../state/session/session.ts';
import { ThemeChoice } from '../state/theme.ts';
import { pluginPage as de } from '../strings/plugin-page/de.ts';
import { pluginPage as en } from '../strings/plugin-page/en.ts';
import { pluginPage as fr } from '../strings/plugin-page/fr.ts';

/** The language of the app: `en`, `de` or `fr`. */
export const language: Language = chooseLanguage(storedText(languageName).read(), navigator.languages);

const text = { en, de, fr }[language];
new ThemeChoice({ ...storedText(themeName), apply: applyTheme });

const reload = (): void => {
  location.reload();
};
const client: Client = new Client({
  fetch: (...request) => fetch(...request),
  renewalKey: storedSecret(renewalKeyName),
  pause,
  sentences: { lost: text.lost, ended: text.signedOut, status: text.status },
  inOwnWords: () => null,
  onSessionEnded: (isReplaced) => {
    session.ended(isReplaced);
  },
  onNextSession: reload,
  onLocked: reload,
  onReached: () => undefined,
});
const session: Session = new Session(new SessionRoutes(client), {
  signedIn: storedFlag(signedInFlag),
  leaving: storedFlag(leavingFlag),
  codeNeeded: storedFlag(codeNeededFlag, sessionStorage),
});
let starting: Promise<void> | null = null;

// After a sign-out or lock in another tab, the page reloads: another person may be using the browser.
for (const flag of [signedInFlag, lockedFlag]) onFlagForgotten(flag, reload);

/** Resumes the session once; tries again if the server could not be reached. */
function started(): Promise<void> {
  starting ??= session.start().catch((error: unknown) => {
    starting = null;
    throw error;
  });
  return starting;
}

/**
 * The signed-in user; null if there is none.
 * @throws Error if the server cannot be reached
 */
export async function me(): Promise<Pick<User, 'id' | 'username' | 'display_name' | 'role'> | null> {
  await started();
  const { user } = session;
  return user && { id: user.id, username: user.username, display_name: user.display_name, role: user.role };
}

/**
 * Calls a route with JSON, as the signed-in user.
 * @param path `/api/…`, or one of the plugin's own
 * @returns the JSON of the response; undefined if it has none
 * @throws Error with `status`, and a `message` for people
 */
export async function call(method: Method, path: string, body?: unknown): Promise<unknown> {
  await started();
  if (!session.user) throw new ApiError(401, text.signedOut);
  return client.call(method, path, body === undefined ? {} : { body });
}
