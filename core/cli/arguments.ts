import { parseCommandLine } from '../plugin-api/toolkit/command-line.ts';
import { version } from '../settings/package-info.ts';

export const usage = `photofinch ${version}: a self-hosted photo library

  photofinch open <folder>                  see your own photos in the browser; stop with Ctrl+C
             --rclone-crypt <folder>        … from a vault; asks for its password, or reads RCLONE_CRYPT_PASSWORD_FILE
             --gocryptfs <folder>           … the same with GOCRYPTFS_PASSWORD_FILE
             --url <address>                … from a running bridge; its token the same way, BRIDGE_TOKEN_FILE
             [--data <folder>] [--port <number>] [--allow-empty]
  photofinch serve [--without-snapshot]     serve your library (set it up with environment variables, see docs/settings.md);
                                            an older index is backed up, then updated
  photofinch demo [--pull-models]           serve the built-in demo library, with models if available
  photofinch encrypt | decrypt              encrypt the library on the disk, or make it plain again, while no server runs
  photofinch unlock list                    list what opens an encrypted library
  photofinch unlock add [--name <text>] [--key-file <file> | --recovery]
                                            add a passphrase, a key file, or a new recovery key in place of the old one
  photofinch unlock remove <id>             remove one of them
  photofinch user add <name> [--role read|write|admin] [--display-name <text>]
  photofinch user list
  photofinch user unlink <name>             end a user's passkeys and links with services, by which they sign in
  photofinch models list                    list the models for faces and search: licence, size, state
  photofinch models pull [<pack>…] [--from <folder>]
                                            install models, from the network or from a folder
  photofinch plugins list                   list the plugins that are on, and the included ones that are off
  photofinch plugins enable|disable <name>  switch a plugin on or off from the next start of the server on
  photofinch plugins check <path>           load a plugin without a server, and say what is wrong with it
  photofinch plugins search [<word>…]       ask the npm registry for plugins
  photofinch workers list                   list the machines that run models for the server, and those that wait
  photofinch workers admit|remove <fingerprint>
                                            let a machine see photos, or no more
  photofinch backup                         back up the index, even while the server runs
  photofinch restore <file> [--trust]       replace the index with a backup; the old index is kept. Add --trust for a backup
                                            from another server or an older version
  photofinch export-sidecars <folder> [--force]
                                            write what was edited as XMP files, which other programs read
  photofinch check                          check the server; exits with 1 if something needs fixing
  photofinch --reset-password <name>        set a new password, sign the user out everywhere, and end their API keys,
                                            passkeys and links with services
  photofinch --disable-2fa <name>           turn off two-step sign-in for a user
  photofinch --version | --help

Commands that need a password ask for it, or read a line of standard input for each. An encrypted library is opened with the
file of UNLOCK_KEY_FILE; without one, commands ask for its passphrase or recovery key.`;

/** The usage of a command, or all of it if there is no such command. */
export function usageOf(word: string | undefined): string {
  let isAbout = false;
  const lines = usage.split('\n').filter((line) => {
    if (!line.startsWith('   ')) isAbout = word !== undefined && wordsOfLine(line).includes(word);
    return isAbout;
  });
  return lines.length > 0 ? lines.join('\n') : usage;
}

/** The first words of the commands that a line of the usage is about. */
const wordsOfLine = (line: string): string[] => /^ {2}photofinch (\S+(?: \| \S+)*)/.exec(line)?.[1]?.split(' | ') ?? [];

/** An invalid command line. */
export class UsageError extends Error {}

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  from: { type: 'string' },
  'pull-models': { type: 'boolean' },
  'without-snapshot': { type: 'boolean' },
  data: { type: 'string' },
  port: { type: 'string' },
  url: { type: 'string' },
  'allow-empty': { type: 'boolean' },
  'rclone-crypt': { type: 'string' },
  gocryptfs: { type: 'string' },
  trust: { type: 'boolean' },
  force: { type: 'boolean' },
  'key-file': { type: 'string' },
  name: { type: 'string' },
  recovery: { type: 'boolean' },
  role: { type: 'string' },
  'display-name': { type: 'string' },
  'reset-password': { type: 'string' },
  'disable-2fa': { type: 'string' },
} as const;

type Option = keyof typeof options;

interface Shape {
  /** The number of words after the command, at least and at most. */
  readonly words: readonly [least: number, most: number];
  readonly options?: readonly Option[];
}

const shapes = {
  serve: { words: [0, 0], options: ['without-snapshot'] },
  demo: { words: [0, 0], options: ['pull-models', 'without-snapshot'] },
  open: { words: [0, 1], options: ['data', 'port', 'url', 'allow-empty', 'rclone-crypt', 'gocryptfs'] },
  encrypt: { words: [0, 0] },
  decrypt: { words: [0, 0] },
  'unlock list': { words: [0, 0] },
  'unlock add': { words: [0, 0], options: ['key-file', 'name', 'recovery'] },
  'unlock remove': { words: [1, 1] },
  'user add': { words: [1, 1], options: ['role', 'display-name'] },
  'user list': { words: [0, 0] },
  'user unlink': { words: [1, 1] },
  'models list': { words: [0, 0] },
  'models pull': { words: [0, Infinity], options: ['from'] },
  'plugins list': { words: [0, 0] },
  'plugins enable': { words: [1, 1] },
  'plugins disable': { words: [1, 1] },
  'plugins check': { words: [1, 1] },
  'plugins search': { words: [0, Infinity] },
  'workers list': { words: [0, 0] },
  'workers admit': { words: [1, 1] },
  'workers remove': { words: [1, 1] },
  backup: { words: [0, 0] },
  restore: { words: [1, 1], options: ['trust'] },
  'export-sidecars': { words: [1, 1], options: ['force'] },
  check: { words: [0, 0] },
  // Commands in the form of options, as specified for the command line.
  '--reset-password': { words: [0, 0], options: ['reset-password'] },
  '--disable-2fa': { words: [0, 0], options: ['disable-2fa'] },
  '--help': { words: [0, Infinity], options: ['help'] },
  '--version': { words: [0, 0], options: ['version'] },
} as const satisfies Record<string, Shape>;

export type Command = keyof typeof shapes;

export interface Call {
  readonly command: Command;
  /** The words after the command. */
  readonly words: readonly string[];
  readonly options: ReturnType<typeof parse>['values'];
}

const neededBy: Readonly<Partial<Record<Command, string>>> = {
  restore: 'a file',
  'export-sidecars': 'a folder',
  'unlock remove': 'the id of a key',
  'plugins check': 'a path',
  'workers admit': 'a fingerprint',
  'workers remove': 'a fingerprint',
};

/**
 * Parses a call, and rejects superfluous words: a typo must not pass for success.
 * @throws UsageError
 */
export function readCall(argv: readonly string[]): Call {
  const { values, positionals } = parse(argv);
  const [command, words] = commandOf(values, positionals);
  const shape: Shape = shapes[command];
  const [least, most] = shape.words;
  if (words.length < least) throw new UsageError(`${command} needs ${neededBy[command] ?? 'a name'}`);
  if (words.length > most) throw new UsageError(`${command} does not take ${words.slice(most).join(' ')}`);
  if (words.includes(''))
    throw new UsageError(`${command} was given an empty name: look at the variable that it came from`);
  for (const option of Object.keys(values) as Option[]) {
    if (command !== '--help' && !shape.options?.includes(option)) {
      throw new UsageError(`${command} has no option --${option}`);
    }
  }
  if (command === 'unlock add' && values.recovery && values['key-file'] !== undefined) {
    throw new UsageError('unlock add takes --key-file or --recovery, not both');
  }
  return { command, words, options: values };
}

function commandOf(values: Call['options'], positionals: readonly string[]): [Command, readonly string[]] {
  for (const option of ['help', 'version', 'reset-password', 'disable-2fa'] as const) {
    if (values[option] !== undefined) return [`--${option}`, positionals];
  }
  const command = namedCommand(positionals);
  if (command) return [command, positionals.slice(command.split(' ').length)];
  throw new UsageError(positionals.length === 0 ? 'name a command' : `unknown command: ${positionals.join(' ')}`);
}

function parse(argv: readonly string[]) {
  const config = { args: [...argv], allowPositionals: true, options };
  return parseCommandLine(config, (problem) => new UsageError(problem), optionsBeside(argv));
}

/** The options that fit the command of a call which has one that does not exist. */
function optionsBeside(argv: readonly string[]): readonly string[] {
  const typed = argv.filter((word) => !word.startsWith('-'));
  const command = namedCommand(typed);
  return command ? ['help', ...((shapes[command] as Shape).options ?? [])] : Object.keys(options);
}

/** The command that the words begin with. */
function namedCommand(words: readonly string[]): Command | undefined {
  for (const length of [2, 1]) {
    const command = words.slice(0, length).join(' ');
    if (words.length >= length && Object.hasOwn(shapes, command) && !command.startsWith('-')) return command as Command;
  }
  return undefined;
}
