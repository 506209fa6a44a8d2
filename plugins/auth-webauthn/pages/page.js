import { call, language, me } from '/plugins/-/page.js';
import { make } from './credentials.js';
import { proofFields } from './proof.js';
import { words } from './words.js';

const text = words[language] ?? words.en;
const select = (selector) => document.querySelector(selector);
const [list, form, failure, done] = ['#passkeys', '#add', '#failure', '#done'].map(select);
const [name, password] = ['#name', '#password'].map(select);
const proof = proofFields(text);

document.documentElement.lang = language;
document.title = `${text.title} – Photofinch`;
for (const element of document.querySelectorAll('[data-words]')) element.textContent = text[element.dataset.words];

const day = (seconds) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(seconds * 1000));

const sentenceOf = (error) => {
  if (error instanceof DOMException) return text.cancelled;
  if (error.status !== 403) return error.message;
  return proof.asksForCode() ? text.wrongProof : text.wrongPassword;
};

/** Runs an action with all buttons disabled, and shows its result. */
async function attempt(work) {
  for (const button of document.querySelectorAll('button')) button.disabled = true;
  failure.textContent = done.textContent = '';
  try {
    done.textContent = (await work()) ?? '';
    password.value = '';
    await proof.show();
  } catch (error) {
    failure.textContent = sentenceOf(error);
  }
  for (const button of document.querySelectorAll('button')) button.disabled = false;
}

function rowOf(passkey) {
  const row = document.createElement('li');
  const title = document.createElement('strong');
  title.textContent = passkey.name;
  const facts = document.createElement('p');
  facts.textContent = text.facts(passkey.domain, day(passkey.created_at), passkey.used_at && day(passkey.used_at));
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.className = 'button';
  remove.textContent = text.remove;
  remove.setAttribute('aria-label', `${text.remove}: ${passkey.name}`);
  remove.addEventListener('click', () => {
    if (password.value === '') {
      failure.textContent = text.removeIt(passkey.name);
      password.focus();
      return;
    }
    void attempt(async () => {
      const path = `/api/auth/passkeys/${encodeURIComponent(passkey.id)}`;
      await call('DELETE', path, await proof.give());
      await show();
      return text.removed;
    });
  });
  row.append(title, facts);
  if (passkey.suspect) {
    const warning = document.createElement('p');
    warning.textContent = text.suspect;
    row.append(warning);
  }
  row.append(remove);
  return row;
}

async function show() {
  const { passkeys } = await call('GET', '/api/auth/passkeys');
  list.replaceChildren(...passkeys.map(rowOf));
  if (passkeys.length === 0) list.append(Object.assign(document.createElement('li'), { textContent: text.none }));
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(async () => {
    const { options } = await call('POST', '/api/auth/passkeys/challenge', await proof.give());
    const credential = await make(options);
    await call('POST', '/api/auth/passkeys', { name: name.value, credential });
    name.value = '';
    await show();
    return text.added;
  });
});

await attempt(async () => {
  if (!(await me())) throw new Error(text.signIn);
  await show();
  if (!('PublicKeyCredential' in globalThis)) throw new Error(text.unsupported);
  form.hidden = false;
});
