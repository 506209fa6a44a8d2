import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endProcess } from '../support/child-process.ts';
import { fromSource } from '../support/programs.ts';
import { figure } from './measure.ts';

const PHOTOS = 400;
const SIZE = 4_000_000;

/**
 * How fast a ZIP of many originals is downloaded, compared with the same originals one after the other, and how much memory
 * the server uses meanwhile. The photos are generated in the server's memory, so that no store is measured.
 */
export async function bench(): Promise<void> {
  const inputs = { photos: PHOTOS, megabytes: SIZE / 1e6 };
  // Half of the plain reads come before and half after, since the load of machines changes by the minute.
  const zip = await measured(async ({ url, headers }) => {
    const before = await plain(url, headers, 0, PHOTOS / 2);
    const begin = performance.now();
    const answer = await fetch(`${url}/api/download`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ filter: {} }),
    });
    const bytes = await drained(answer);
    const seconds = (performance.now() - begin) / 1000;
    const after = await plain(url, headers, PHOTOS / 2, PHOTOS);
    return { rate: bytes / 1e6 / seconds, plain: (PHOTOS * SIZE) / 1e6 / (before + after) };
  });
  figure('download.zip', zip.result.rate, 'MB/s', inputs);
  figure('download.plain', zip.result.plain, 'MB/s', inputs);
  figure('download.ratio', zip.result.rate / zip.result.plain, 'of plain reads', inputs);
  figure('download.memory', zip.grown, 'MB above an idle server', inputs);
}

interface Server {
  readonly url: string;
  readonly headers: Record<string, string>;
}

async function measured<T>(work: (server: Server) => Promise<T>): Promise<{ result: T; grown: number }> {
  const program = join(import.meta.dirname, '../fixtures/downloads-process.ts');
  const child = fork(program, [String(PHOTOS), String(SIZE)], { execArgv: fromSource(program).slice(0, -1) });
  try {
    const [server] = (await once(child, 'message')) as [Server];
    const result = await work(server);
    child.send('enough');
    const [{ before, most }] = (await once(child, 'message')) as [{ before: number; most: number }];
    return { result, grown: most - before };
  } finally {
    await endProcess(child, 'SIGKILL');
  }
}

/** @returns seconds */
async function plain(url: string, headers: Record<string, string>, from: number, to: number): Promise<number> {
  const begin = performance.now();
  for (let at = from; at < to; at++) await drained(await fetch(`${url}/api/photos/p${at}/full`, { headers }));
  return (performance.now() - begin) / 1000;
}

async function drained(answer: Response): Promise<number> {
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).byteLength;
  return bytes;
}
