// Reads the add-on's options and runs the bridge and the server as two users that share one socket: the server never sees
// the store's passwords. When one of them ends, the other is stopped, and Home Assistant restarts the add-on.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';

const options = JSON.parse(readFileSync('/data/options.json', 'utf8'));
const id = (flag, user) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
const gid = id('-g', 'node');
const users = { service: id('-u', 'node'), bridge: id('-u', 'photofinch-bridge') };
const token = randomBytes(32).toString('hex');
const socket = 'unix:/run/photofinch/bridge.sock';

function folder(path, uid, mode = 0o700) {
  mkdirSync(path, { recursive: true });
  chownSync(path, uid, gid);
  chmodSync(path, mode);
  return path;
}

/** Starts a program without the add-on's variables, above all `SUPERVISOR_TOKEN`. Empty settings keep the program's default. */
function start(program, uid, settings) {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== '');
  const env = {
    PATH: process.env.PATH,
    TZ: process.env.TZ ?? 'UTC',
    NODE_ENV: 'production',
    ...Object.fromEntries(given),
  };
  const child = spawn(process.execPath, [`bin/${program}.cjs`, 'serve'], {
    uid,
    gid,
    env,
    cwd: '/app',
    stdio: 'inherit',
  });
  return { child, ended: new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1))) };
}

// Only root may read the options: they contain the passwords.
chmodSync('/data/options.json', 0o600);
// The group may enter, so that the server can reach the socket.
folder('/run/photofinch', users.bridge, 0o750);

const secret = { gocryptfs: 'GOCRYPTFS_PASSWORD', 'rclone-crypt': 'RCLONE_CRYPT_PASSWORD' }[options.driver];
const bridge = start('photofinch-bridge', users.bridge, {
  BRIDGE_DRIVER: options.driver,
  BRIDGE_STORE: options.store,
  BRIDGE_DATA_DIR: folder('/data/bridge', users.bridge),
  BRIDGE_LISTEN: socket,
  BRIDGE_TOKEN: token,
  LOG_LEVEL: options.log_level,
  ...(secret && { [secret]: options.password }),
  ...(options.driver === 'rclone-crypt' && { RCLONE_CRYPT_PASSWORD2: options.password2 }),
});
const service = start('photofinch', users.service, {
  HOST: '0.0.0.0',
  DATA_DIR: folder('/data/library', users.service),
  MODELS_DIR: folder('/data/models', users.service),
  BRIDGE_URL: socket,
  BRIDGE_TOKEN: token,
  AUTH_COOKIE_SECURE: options.https ? '1' : '0',
  TRUST_PROXY: options.trust_proxy ? '1' : '0',
  ADMIN_USERNAME: options.admin_username,
  ADMIN_PASSWORD: options.admin_password,
  LOG_LEVEL: options.log_level,
});

const asked = new Promise((resolve) => ['SIGTERM', 'SIGINT'].forEach((name) => process.once(name, () => resolve(0))));
const code = await Promise.race([asked, service.ended, bridge.ended]);
service.child.kill('SIGTERM');
const last = await service.ended;
bridge.child.kill('SIGTERM');
process.exit(Math.max(code, last, await bridge.ended));
