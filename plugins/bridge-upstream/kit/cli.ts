import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseCommandLine } from 'photofinch/plugin-api/toolkit';
import { levels, type Level } from './check.ts';
import { hookStore } from './hook-store.ts';
import { Probe } from './probe.ts';
import { readHealth } from './reading.ts';
import { runChecks, type Outcome } from './runner.ts';

const usage = `photofinch-bridge-kit: tests whether a bridge follows the bridge contract, version 1.

  --url URL           http://127.0.0.1:8471 or unix:/path/to.sock (or BRIDGE_URL)
  --token-file FILE   a file with the bridge's token (or BRIDGE_TOKEN in the environment)
  --token=TOKEN       the token itself; other users of this machine can see it while the kit runs
  --level LEVELS      one or more of ${levels.join(',')} (default: all)
  --hook PROGRAM      changes the store; without it, checks that need changes are skipped
  --patience SECONDS  how long the bridge may take to notice a change (default: 120)
  --sample COUNT      how many photos are read completely (default: 30)
  --json              one JSON document instead of lines

Exits with 0 if nothing failed, 1 if something failed, 2 if the checks could not be run.
`;

/** The kit cannot start; one sentence for people. */
class UsageError extends Error {}

function settingsFrom(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseCommandLine(
    {
      args: [...args],
      options: {
        ...{ url: text, token: text, 'token-file': text, level: text, hook: text, patience: text, sample: text },
        json: flag,
        help: { ...flag, short: 'h' },
      },
    },
    (problem) => new UsageError(`photofinch-bridge-kit: ${problem}`),
  );
  return { ...values, url: values.url ?? environment['BRIDGE_URL'], token: tokenFrom(values, environment) };
}

function tokenFrom(values: { token?: string; 'token-file'?: string }, environment: NodeJS.ProcessEnv): string {
  if (values.token !== undefined) return values.token;
  const file = values['token-file'];
  if (file === undefined) return environment['BRIDGE_TOKEN'] ?? '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new UsageError('The file of --token-file cannot be read.');
  }
}

function levelsFrom(text: string | undefined): readonly Level[] {
  if (text === undefined) return levels;
  return text.split(',').map((name) => {
    const level = levels.find((candidate) => candidate === name.trim());
    if (!level) throw new UsageError(`--level ${name}: the levels are ${levels.join(', ')}.`);
    return level;
  });
}

function countFrom(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`${option} must be a whole number above 0.`);
  return Number(text);
}

function lineOf({ level, behaviour, outcome, reason }: Outcome): string {
  const sign = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }[outcome];
  return `${sign} ${level}: ${behaviour}${reason === undefined ? '' : `\n       ${reason}`}\n`;
}

/** @returns the exit code */
async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = settingsFrom(args, environment);
  if (settings.help) {
    process.stdout.write(usage);
    return 0;
  }
  const { url, token, json } = settings;
  if (url === undefined) throw new UsageError('Give the address of the bridge: --url http://127.0.0.1:8471.');
  if (token === '') throw new UsageError('Give the token: --token-file, or BRIDGE_TOKEN in the environment.');
  const options = {
    levels: levelsFrom(settings.level),
    patience: countFrom(settings.patience, '--patience'),
    sample: countFrom(settings.sample, '--sample'),
    store: settings.hook === undefined ? undefined : hookStore(resolve(settings.hook)),
  };
  const probe = new Probe({ url, token });
  try {
    const { bridge } = await readHealth(probe);
    if (!json) process.stdout.write(`${bridge.name} ${bridge.version} at ${url}\n`);
    const outcomes = await runChecks({ ...options, probe }, (outcome) => {
      if (!json) process.stdout.write(lineOf(outcome));
    });
    const count = (kind: Outcome['outcome']): number => outcomes.filter(({ outcome }) => outcome === kind).length;
    const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
    if (json) process.stdout.write(`${JSON.stringify({ bridge, ...counts, checks: outcomes }, null, 2)}\n`);
    else process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
    return counts.failed > 0 ? 1 : 0;
  } finally {
    probe.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2), process.env);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
