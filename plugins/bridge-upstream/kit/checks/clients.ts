import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { checksOf } from '../check.ts';
import type { Context } from '../context.ts';
import { hasStatus, must, same } from '../expect.ts';
import { readHealth } from '../reading.ts';
import { Skip } from '../skip.ts';

async function canStillRead(context: Context): Promise<void> {
  const { node, bytes } = await context.specimen();
  const response = await context.probe.send(`/photos/${node.uid}/full`);
  hasStatus(response, 200);
  must(response.body.equals(bytes), `${response.asked}: the bytes are not those that were read before.`);
}

/** Checks with misbehaving clients; no hook is needed. */
export const clientChecks = checksOf('faults', {
  'keeps running when clients disconnect in the middle of a photo': async (context) => {
    const { node } = await context.specimen();
    for (let i = 0; i < 10; i += 1) {
      const message = await context.probe.open(`/photos/${node.uid}/full`);
      await Promise.race([once(message, 'data'), sleep(1000)]);
      message.destroy();
    }
    await canStillRead(context);
  },
  'serves other clients while slow ones do not read on': async (context) => {
    const { node } = await context.specimen();
    const slow = await Promise.all(Array.from({ length: 8 }, () => context.probe.open(`/photos/${node.uid}/full`)));
    try {
      const start = performance.now();
      await canStillRead(context);
      await readHealth(context.probe);
      const seconds = (performance.now() - start) / 1000;
      must(
        seconds < 10,
        `While eight clients did not read on, another client waited ${seconds.toFixed(1)} s for a photo.`,
      );
    } finally {
      for (const message of slow) message.destroy();
    }
  },
  'serves many readers at once': async (context) => {
    const { node, bytes } = await context.specimen();
    const responses = await Promise.all(
      Array.from({ length: 24 }, () => context.probe.send(`/photos/${node.uid}/full`)),
    );
    for (const { asked: requestLine, status, headers, body } of responses) {
      must(status === 200 || status === 429, `${requestLine}, 24 at once: expected 200 or 429, got ${status}.`);
      if (status === 429)
        must(/^\d+$/.test(headers['retry-after'] ?? ''), `${requestLine}: 429 without a Retry-After in seconds.`);
      else must(body.equals(bytes), `${requestLine}, 24 at once: the bytes differ from those of a single request.`);
    }
  },
  'rejects a request body that is far too large, and keeps running': async (context) => {
    const body = JSON.stringify({ uids: ['x'.repeat(8 * 2 ** 20)] });
    const response = await context.probe.send('/nodes', { method: 'POST', body }).catch(() => undefined);
    must(
      response === undefined || (response.status >= 400 && response.status < 500),
      `POST /nodes with 8 MiB: expected a status of 4xx, got ${String(response?.status)}.`,
    );
    await readHealth(context.probe);
  },
  'serves two photos at once without mixing them up': async (context) => {
    const nodes = (await context.sample()).filter(
      ({ size, errors }) => size > 0 && size < 2 ** 24 && errors.length === 0,
    );
    const [a, b] = nodes;
    if (!a || !b) throw new Skip('There are fewer than two photos to read.');
    const alone = [
      await context.probe.send(`/photos/${a.uid}/full`),
      await context.probe.send(`/photos/${b.uid}/full`),
    ];
    const together = await Promise.all([a, b, a, b].map(({ uid }) => context.probe.send(`/photos/${uid}/full`)));
    same(
      together.map(({ body }, i) => body.equals(alone[i % 2]?.body ?? Buffer.alloc(0))),
      [true, true, true, true],
      'Whether photos that are read at once have the same bytes as when they are read alone',
    );
  },
});
