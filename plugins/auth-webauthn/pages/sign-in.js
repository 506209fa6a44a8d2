import { language } from '/plugins/-/page.js';
import { sign } from './credentials.js';
import { words } from './sign-in-words.js';

const text = words[language] ?? words.en;
const [failure, button] = ['#failure', '#ask'].map((selector) => document.querySelector(selector));

document.documentElement.lang = language;
document.title = `${text.title} – Photofinch`;
for (const element of document.querySelectorAll('[data-words]')) element.textContent = text[element.dataset.words];

/** Without an access token, since the user is not signed in yet. */
async function post(path, body) {
  const answer = await fetch(`/plugins/auth-webauthn/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(text.refusals[answer.status] ?? (await answer.json()).detail);
  return answer.json();
}

async function signIn() {
  if (!('PublicKeyCredential' in globalThis)) throw new Error(text.refusals[409]);
  const { options, ticket } = await post('entry/challenge', {});
  const credential = await sign(options, {});
  const { to } = await post('entry', { credential, ticket });
  location.replace(to);
}

async function attempt() {
  button.disabled = true;
  failure.textContent = '';
  try {
    await signIn();
  } catch (error) {
    failure.textContent = error instanceof DOMException ? text.cancelled : error.message;
    button.disabled = false;
    button.focus();
  }
}

button.addEventListener('click', () => void attempt());
// The user has just pressed a button to sign in, so the browser asks for the passkey at once.
await attempt();
