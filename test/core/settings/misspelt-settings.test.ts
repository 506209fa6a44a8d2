import { join } from 'node:path';
import { expect } from 'chai';
import { workerOptions } from '../../../core/ml-worker/settings.ts';
import type { Plugin } from '../../../core/plugin-api/index.ts';
import { shippedNames } from '../../../core/plugin-api/shapes/shipped-name.ts';
import { misspeltSettings } from '../../../core/plugin-api/toolkit/index.ts';
import { settingNames } from '../../../core/settings/env.ts';
import { readUpstreamSettings } from '../../../plugins/bridge-upstream/bridge/proton-faces/settings.ts';
import { readInspectSettings } from '../../../plugins/bridge-upstream/bridge/settings.ts';
import { runBridge } from '../../support/bridge-process.ts';
import { MlWorkerProcess } from '../../support/ml-worker-process.ts';
import { runCli, startServerProcess } from '../../support/server-process.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

/** Environment variables that shells, service managers and other programs usually set. */
const usual = {
  'a shell':
    'SHELL HOME USER LOGNAME HOSTNAME HOSTTYPE LANG LANGUAGE LC_ALL LC_CTYPE TERM COLORTERM PATH PWD OLDPWD SHLVL MAIL EDITOR VISUAL PAGER DISPLAY WAYLAND_DISPLAY LS_COLORS LESSOPEN LESSCLOSE HISTSIZE HISTFILE HISTCONTROL TMPDIR XDG_RUNTIME_DIR XDG_SESSION_ID XDG_SESSION_TYPE XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_CACHE_HOME XDG_SEAT XDG_VTNR DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_ASKPASS GPG_TTY DESKTOP_SESSION SUDO_USER SUDO_UID SUDO_GID SUDO_COMMAND',
  systemd:
    'INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS LISTEN_PID LISTEN_FDNAMES MAINPID MANAGERPID SYSTEMD_EXEC_PID SYSTEMD_LOG_LEVEL SYSTEMD_NSS_DYNAMIC_BYPASS MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE CREDENTIALS_DIRECTORY STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY CONFIGURATION_DIRECTORY WATCHDOG_USEC WATCHDOG_PID TRIGGER_UNIT EXIT_CODE SERVICE_RESULT',
  Docker:
    'HOSTNAME NODE_VERSION YARN_VERSION NODE_ENV NODE_OPTIONS NODE_PATH UV_THREADPOOL_SIZE MALLOC_ARENA_MAX PUID PGID UMASK CONTAINER DOCKER_HOST DOCKER_CONFIG DOCKER_BUILDKIT COMPOSE_PROJECT_NAME COMPOSE_PROFILES COMPOSE_FILE NVIDIA_VISIBLE_DEVICES NVIDIA_DRIVER_CAPABILITIES NVIDIA_REQUIRE_CUDA CUDA_VERSION',
  Kubernetes: ['KUBERNETES', 'PHOTOFINCH', 'BRIDGE', 'BACKUP', 'BACKUP_REMOTE', 'WORKERS', 'METRICS', 'ML', 'ML_NATS']
    .flatMap((service) =>
      [
        ...['SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTP', 'PORT', 'PORT_8470_TCP', 'PORT_8470_TCP_PROTO'],
        ...['PORT_8470_TCP_PORT', 'PORT_8470_TCP_ADDR'],
      ].map((name) => `${service}_${name}`),
    )
    .join(' '),
  'other programs':
    'http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY FTP_PROXY RCLONE_CONFIG RCLONE_CONFIG_DIR RCLONE_CONFIG_PASS RCLONE_PASSWORD RCLONE_CACHE_DIR RCLONE_LOG_LEVEL RCLONE_CRYPT_REMOTE RCLONE_CRYPT_SHOW_MAPPING BACKUP_PATH BACKUP_HOST BACKUP_USER BACKUP_SOURCE BACKUP_RETENTION BACKUP_SCHEDULE BACKUP_ARCHIVE RESTIC_REPOSITORY RESTIC_PASSWORD RESTIC_PASSWORD_FILE BORG_REPO ML_FLOW MLFLOW_TRACKING_URI ML_MODEL ML_ENV ML_DATA NATS_URL NATS_SERVERS NATS_PASSWORD OIDC_PROVIDER DB_PASSWORD ADMIN_EMAIL ADMIN_USER ADMIN_PASS SECRET_KEY SESSION_SECRET POSTGRES_PASSWORD GITHUB_TOKEN GITLAB_CI npm_config_cache npm_lifecycle_event npm_package_name INIT_CWD CI TZDIR OMP_NUM_THREADS LD_LIBRARY_PATH LD_PRELOAD PYTHONPATH JAVA_HOME CARGO_HOME GOPATH',
};

const optionsOf = async (name: string): Promise<string[]> => {
  const { default: plugin } = (await import(`../../../plugins/${name}/index.ts`)) as { default: Plugin };
  return Object.keys(plugin.options ?? {});
};

const bridge = { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: '/photos', BRIDGE_UPSTREAM: 'http://127.0.0.1:8090' };
const aboutToken = /^BRIDGE_(UPSTREAM_TOKEN|WORK_DIR) is not set/;

describe('a setting with a misspelt name', () => {
  it('is logged once by the server, with a suggestion', () =>
    withTempFolder(async (folder) => {
      const misspelt = {
        REQUIRE_ENCRYPTON: '1',
        BACKUP_DRI: '/x',
        SYNC_INTERVALL: '1h',
        ML_SCENRY: '1',
        signing_secret: 'x',
      };
      const server = await startServerProcess({ DATA_DIR: join(folder, 'data'), DEMO: '1', ...misspelt });
      try {
        const sentences = [...server.output().matchAll(/"msg":"(\S+ is no setting: [^"]+)"/g)].map(([, text]) => text);
        expect(sentences).to.have.members([
          'REQUIRE_ENCRYPTON is no setting: did you mean REQUIRE_ENCRYPTION?',
          'BACKUP_DRI is no setting: did you mean BACKUP_DIR?',
          'SYNC_INTERVALL is no setting: did you mean SYNC_INTERVAL?',
          'signing_secret is no setting: did you mean SIGNING_SECRET?',
          'ML_SCENRY is no setting: did you mean ML_SCENERY?',
        ]);
      } finally {
        await server.stop();
      }
    }));

  it('is reported by a command that reads the settings', () =>
    withTempFolder(async (folder) => {
      const { stderr } = await runCli(['models', 'list'], { DATA_DIR: folder, BACKUP_DIRS: '/x' });
      expect(stderr).to.equal('photofinch: BACKUP_DIRS is no setting: did you mean BACKUP_DIR?\n');
    }));

  it('is reported by the bridge', () =>
    withTempFolder(async (folder) => {
      const environment = { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: folder, BRIDGE_REQUIRE_MONT: '1' };
      const { code, stderr } = await runBridge(['check'], environment);
      expect(stderr).to.equal(
        'photofinch-bridge: BRIDGE_REQUIRE_MONT is no setting: did you mean BRIDGE_REQUIRE_MOUNT?\n',
      );
      expect(code).to.equal(0);
    }));

  it('is reported by a worker, for its own settings and those of its models', () =>
    withTempFolder(async (folder) => {
      const worker = await MlWorkerProcess.start({
        ...{ ML_NATS_SERVERS: 'nats://127.0.0.1:1', ML_WORKER_KEY_FILE: join(folder, 'key') },
        ...{ ML_WORKER_NAM: 'desktop', ML_SCENRY: '1' },
      });
      try {
        await until(() => worker.output.includes('"ML_WORKER_NAM is no setting: did you mean ML_WORKER_NAME?"'));
        await until(() => worker.output.includes('"ML_SCENRY is no setting: did you mean ML_SCENERY?"'));
      } finally {
        await worker.kill();
      }
    }));

  it('is not reported if the right name is also set, or for a short name', () => {
    expect(misspeltSettings({ DATA_DIR: '/a', DATA_DIRS: '/b', HOSTS: 'x', PORTS: '1' }, settingNames)).to.deep.equal(
      [],
    );
  });

  describe('is not reported', () => {
    let shipped: string[];
    before(async () => {
      shipped = (await Promise.all(shippedNames.map(optionsOf))).flat();
    });

    /** The warnings of each program about a variable, each with as few known names as possible. */
    const allSaid = (name: string): string[] => {
      const environment = { ...bridge, [name]: 'x' };
      return [
        ...misspeltSettings(environment, settingNames),
        ...misspeltSettings(environment, [...settingNames, ...shipped], shipped),
        ...misspeltSettings(environment, Object.keys(workerOptions)),
      ];
    };

    for (const [place, names] of Object.entries(usual)) {
      it(`in the environment of ${place}`, () => {
        const environment = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
        expect(names.split(' ').flatMap(allSaid)).to.deep.equal([]);
        const { warnings } = readInspectSettings({ ...environment, ...bridge });
        const { warnings: ofUpstream } = readUpstreamSettings({ ...environment, ...bridge });
        expect([...warnings, ...ofUpstream.filter((warning) => !aboutToken.test(warning))]).to.deep.equal([]);
      });
    }

    it('for the setting of a plugin that is off, or of another Photofinch program', async () => {
      const names = [...settingNames, ...shipped, ...Object.keys(workerOptions), ...Object.keys(bridge)];
      for (const name of names) {
        if (!settingNames.includes(name)) expect(misspeltSettings({ [name]: 'x' }, settingNames)).to.deep.equal([]);
        for (const plugin of shippedNames) {
          const own = await optionsOf(plugin);
          if (!own.includes(name)) expect(misspeltSettings({ [name]: 'x' }, own), name).to.deep.equal([]);
        }
      }
    });
  });
});
