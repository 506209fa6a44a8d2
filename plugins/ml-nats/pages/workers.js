import { call, language, me } from '/plugins/-/page.js';
import { words } from './words.js';

const text = words[language] ?? words.en;
const select = (selector) => document.querySelector(selector);
const [list, server, fingerprint, failure, done] = ['#workers', '#server', '#fingerprint', '#failure', '#done'].map(
  select,
);

/** Milliseconds between two refreshes of the list of workers. */
const refreshInterval = 3000;

document.documentElement.lang = language;
document.title = `${text.title} – Photofinch`;
for (const element of document.querySelectorAll('[data-words]')) element.textContent = text[element.dataset.words];

const time = (seconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(seconds * 1000));
const number = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);

function element(name, content, className = '') {
  return Object.assign(document.createElement(name), { textContent: content, className });
}

/** Runs a button's action and shows the result. */
async function attempt(work) {
  failure.textContent = done.textContent = '';
  try {
    done.textContent = await work();
  } catch (error) {
    failure.textContent = error.message;
  }
  await show();
}

function button(label, name, work) {
  const control = Object.assign(element('button', label, 'button'), { type: 'button' });
  control.setAttribute('aria-label', `${label}: ${name}`);
  control.dataset.of = `${label} ${name}`;
  control.addEventListener('click', () => {
    control.disabled = true;
    void attempt(work);
  });
  return control;
}

/** The facts about a worker, one a line. */
function linesOf(worker) {
  const lines = [text.key(worker.fingerprint)];
  if (worker.models.length > 0) lines.push(text.models(worker.models.join(', ')));
  if (worker.execution !== null) lines.push(text.execution(worker.execution));
  if (worker.standing === 'admitted') {
    lines.push(text.work(number(worker.rate), number(worker.answered), number(worker.in_hand)));
  }
  if (worker.seen_at !== null) lines.push(text.seen(time(worker.seen_at)));
  if (worker.set_aside !== null) lines.push(text.setAside(worker.set_aside));
  else if (worker.last_error !== null)
    lines.push(text.lastError(worker.last_error.message, time(worker.last_error.at)));
  return lines;
}

function standingOf({ standing, present }) {
  if (standing === 'admitted') return present ? text.there : text.away;
  return standing === 'waiting' ? text.waiting : text.aside;
}

function rowOf(worker) {
  const row = document.createElement('li');
  const path = `/api/admin/workers/${worker.fingerprint}`;
  row.append(element('h2', worker.name), element('p', standingOf(worker), 'standing'));
  for (const line of linesOf(worker)) row.append(element('p', line));
  if (worker.standing !== 'admitted') {
    row.append(
      button(text.admit, worker.name, async () => {
        await call('POST', path);
        return text.admitted(worker.name);
      }),
    );
  }
  row.append(
    button(worker.standing === 'waiting' ? text.forget : text.remove, worker.name, async () => {
      await call('DELETE', path);
      return text.removed(worker.name);
    }),
  );
  return row;
}

let drawnAnswer = '';

/** Redraws only if something has changed, so that a button does not vanish just before a click. */
function draw(answer) {
  const answerText = JSON.stringify(answer);
  if (answerText === drawnAnswer) return;
  drawnAnswer = answerText;
  const focused = document.activeElement?.dataset.of;
  const { server: facts, workers } = answer;
  const withoutWorkers = facts.without_workers === 'local' ? text.local : text.wait;
  server.textContent = facts.connected
    ? `${text.queue(number(facts.in_hand), number(facts.waiting))} ${withoutWorkers}`
    : (facts.trouble ?? '');
  fingerprint.textContent = text.server(facts.fingerprint);
  list.replaceChildren(...workers.map(rowOf));
  if (workers.length === 0) list.append(element('li', text.none));
  for (const control of list.querySelectorAll('button')) if (control.dataset.of === focused) control.focus();
}

async function show() {
  try {
    draw(await call('GET', '/api/admin/workers'));
  } catch (error) {
    failure.textContent = error.message;
  }
}

async function follow() {
  if (document.visibilityState === 'visible') await show();
  setTimeout(() => void follow(), refreshInterval);
}

const user = await me().catch((error) => {
  failure.textContent = error.message;
});
if (user?.role === 'admin') await follow();
else if (!failure.textContent) failure.textContent = text.adminsOnly;
