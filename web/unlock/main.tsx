import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/finch.css';
import '../styles/sign-in.css';
import '../styles/secret-field.css';
import '../styles/unlock.css';
import { render } from 'preact';
import { Client } from '../api/client.ts';
import { UnlockRoutes } from '../api/unlock.ts';
import { applyTheme, storedText, pause } from '../browser.ts';
import { themeName } from '../storage-keys.ts';
import { LockedLibrary } from '../state/server/locked-library.ts';
import { ThemeChoice } from '../state/theme.ts';
import { UnlockPage } from './page.tsx';
import { inWords, text } from './text.ts';

new ThemeChoice({ ...storedText(themeName), apply: applyTheme });

const client: Client = new Client({
  fetch: (...request) => fetch(...request),
  sentences: { lost: text.lost, ended: '', status: text.status },
  inOwnWords: (refused) => inWords(refused, library.way.peek()),
  // There are no sessions on this page.
  renewalKey: { read: () => '', replace: () => undefined },
  pause,
  onSessionEnded: () => undefined,
  onNextSession: () => undefined,
  onReached: (isReached) => {
    library.reached(isReached);
  },
  onLocked: () => undefined,
});
const server = new UnlockRoutes(client);
const library: LockedLibrary = new LockedLibrary({
  health: () => server.health(),
  unlock: (key) => server.unlock(key),
  enter: () => {
    location.reload();
  },
});

const element = document.getElementById('app');
if (element) render(<UnlockPage library={library} />, element);
