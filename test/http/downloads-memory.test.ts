import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { endProcess } from '../support/child-process.ts';
import { fromSource } from '../support/programs.ts';

const photos = 10_000;
const size = 70_000;

/**
 * MB: buffers, which the engine releases only after some time, and an entry per photo for the ZIP directory. The photos
 * themselves have 700 MB.
 */
const mostMemory = 300;

describe('a download of ten thousand photos', () => {
  it('uses a bounded amount of memory', async () => {
    const program = join(import.meta.dirname, '../fixtures/downloads-process.ts');
    const child = fork(program, [String(photos), String(size)], {
      execArgv: fromSource(program).slice(0, -1),
      env: { ...process.env, LOG_LEVEL: 'error' },
    });
    try {
      const [{ url, headers }] = (await once(child, 'message')) as [{ url: string; headers: Record<string, string> }];
      const answer = await fetch(`${url}/api/download`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ filter: {} }),
      });
      expect(answer.status).to.equal(200);
      let bytes = 0;
      for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).byteLength;
      expect(bytes).to.be.above(photos * size);
      child.send('enough');
      const [{ before, most }] = (await once(child, 'message')) as [{ before: number; most: number }];
      expect(most - before).to.be.below(mostMemory);
    } finally {
      await endProcess(child, 'SIGKILL');
    }
  });
});
