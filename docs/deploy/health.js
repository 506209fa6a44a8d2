// The container's health check. Asks the bridge on its socket or port, or the server or door on PORT, whether it is alive, and
// exits with 0 only if it is. The state of the store does not count: a restart would not fix it.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';

const { BRIDGE_LISTEN, BRIDGE_TOKEN, BRIDGE_TOKEN_FILE, PORT = '8470' } = process.env;

function question() {
  if (!BRIDGE_LISTEN) return { host: '127.0.0.1', port: PORT, path: '/api/health' };
  const token = BRIDGE_TOKEN ?? readFileSync(BRIDGE_TOKEN_FILE, 'utf8').trim();
  const asking = { path: '/v1/health', headers: { authorization: `Bearer ${token}` } };
  if (BRIDGE_LISTEN.startsWith('unix:')) return { ...asking, socketPath: BRIDGE_LISTEN.slice('unix:'.length) };
  return { ...asking, host: '127.0.0.1', port: BRIDGE_LISTEN.split(':').at(-1) };
}

const unwell = (why) => {
  console.error(why);
  process.exit(1);
};
const asked = get({ ...question(), timeout: 4000 }, (answer) => {
  if (answer.statusCode !== 200) unwell(`It answers ${answer.statusCode}.`);
  answer.resume().once('end', () => process.exit(0));
});
asked.once('timeout', () => unwell('It does not answer.'));
asked.once('error', (error) => unwell(`It cannot be asked: ${error.code ?? error.message}.`));
