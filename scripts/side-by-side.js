// Runs npm scripts side by side, called by `npm run check` and `npm test`: `node scripts/side-by-side.js a "b c"` runs
// `a`, and beside it `b` and then `c`. Most of them keep one core busy. A script's output is shown when the script has
// ended, but that of the script after `--live` immediately. All run to their end, so that one call reports all errors.
// The first that failed decides the exit code.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const {
  values: { live },
  positionals: lanes,
} = parseArgs({ options: { live: { type: 'string' } }, allowPositionals: true });
const failures = [];

/** @returns the script's exit code, or 1 if a signal ended it */
function run(name) {
  const start = performance.now();
  const printed = [];
  const out = name === live ? 'inherit' : 'pipe';
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', out, out] });
    child.stdout?.on('data', (chunk) => printed.push(chunk));
    child.stderr?.on('data', (chunk) => printed.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = Math.round((performance.now() - start) / 1000);
      process.stdout.write(`${name}: ${code === 0 ? 'ok' : 'failed'} (${seconds} s)\n${Buffer.concat(printed)}`);
      resolve(code ?? 1);
    });
  });
}

await Promise.all(
  lanes.map(async (lane) => {
    for (const name of lane.split(' ')) {
      const code = await run(name);
      if (code !== 0) failures.push({ name, code });
    }
  }),
);
if (failures.length > 0) {
  console.error(`failed: ${failures.map(({ name }) => name).join(', ')}`);
  process.exitCode = failures[0].code;
}
