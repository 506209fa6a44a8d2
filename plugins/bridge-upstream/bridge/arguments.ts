import { parseCommandLine } from 'photofinch/plugin-api/toolkit';
import type { Environment } from './secrets.ts';

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The flags. Each has the same meaning as its variable, and overrides it. Secrets have no flags. */
const settings = {
  driver: 'BRIDGE_DRIVER',
  store: 'BRIDGE_STORE',
  'data-dir': 'BRIDGE_DATA_DIR',
  listen: 'BRIDGE_LISTEN',
  metered: 'BRIDGE_METERED',
  'scan-interval': 'BRIDGE_SCAN_INTERVAL',
  canary: 'BRIDGE_CANARY',
  'token-file': 'BRIDGE_TOKEN_FILE',
  'log-level': 'LOG_LEVEL',
  upstream: 'BRIDGE_UPSTREAM',
  'upstream-token-file': 'BRIDGE_UPSTREAM_TOKEN_FILE',
  'work-dir': 'BRIDGE_WORK_DIR',
} as const;

const switches = {
  'require-mount': 'BRIDGE_REQUIRE_MOUNT',
  'require-store': 'BRIDGE_REQUIRE_STORE',
  'adopt-journal': 'BRIDGE_ADOPT_JOURNAL',
  'allow-remote': 'BRIDGE_ALLOW_REMOTE',
  'upstream-in-clear': 'BRIDGE_UPSTREAM_IN_CLEAR',
} as const;

const secret = /^--?(token|pass\w*|salt|key|secret)\d*(=|$)|passw|_token/i;

export interface Arguments {
  readonly command: string;
  readonly help: boolean;
  readonly version: boolean;
  /** The variables that the flags set. */
  readonly environment: Environment;
}

/** @throws UsageError */
export function readArguments(argv: readonly string[]): Arguments {
  if (argv.some((argument) => argument.startsWith('-') && secret.test(argument))) {
    throw new UsageError(
      'secrets do not belong on the command line, where everybody sees them: use the environment or a file (BRIDGE_TOKEN_FILE, RCLONE_CRYPT_PASSWORD_FILE, GOCRYPTFS_PASSWORD_FILE)',
    );
  }
  const { values, positionals } = parse(argv);
  const [command = 'serve', ...extra] = positionals;
  if (extra.length > 0) throw new UsageError(`unknown command: ${positionals.join(' ')}`);
  const environment: Record<string, string> = {};
  for (const [flag, variable] of Object.entries(settings)) {
    const value = values[flag];
    if (typeof value === 'string') environment[variable] = value;
  }
  for (const [flag, variable] of Object.entries(switches)) if (values[flag] === true) environment[variable] = '1';
  return { command, help: values['help'] === true, version: values['version'] === true, environment };
}

function parse(argv: readonly string[]) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  };
  for (const flag of Object.keys(settings)) options[flag] = { type: 'string' };
  for (const flag of Object.keys(switches)) options[flag] = { type: 'boolean' };
  const config = { args: [...argv], allowPositionals: true, options };
  return parseCommandLine(config, (problem) => new UsageError(problem));
}
