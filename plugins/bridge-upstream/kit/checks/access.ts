import { contractHeader } from '../../contract.ts';
import { checksOf } from '../check.ts';
import type { Context } from '../context.ts';
import { isError, jsonOf, must, same } from '../expect.ts';
import { routesOf, unknownUid } from './routes.ts';

async function refusesOnEveryRoute(context: Context, authorization: string | null): Promise<void> {
  for (const [path, method = 'GET'] of await routesOf(context)) {
    const ask = { method, authorization, ...(method === 'POST' && { body: { uids: [] } }) };
    isError(await context.probe.send(path, ask), 'bridge_auth');
  }
}

export const accessChecks = checksOf('core', {
  'rejects requests without a token on every route': (context) => refusesOnEveryRoute(context, null),
  'rejects requests with a wrong token on every route': (context) =>
    refusesOnEveryRoute(context, `Bearer ${'x'.repeat(context.probe.token.length)}`),
  'rejects the token without its last character': (context) =>
    refusesOnEveryRoute(context, `Bearer ${context.probe.token.slice(0, -1)}`),
  'rejects the token with an extra character': (context) =>
    refusesOnEveryRoute(context, `Bearer ${context.probe.token}x`),
  'rejects the token with the Basic scheme': (context) =>
    refusesOnEveryRoute(context, `Basic ${Buffer.from(`bridge:${context.probe.token}`).toString('base64')}`),
  'rejects the token without a scheme': (context) => refusesOnEveryRoute(context, context.probe.token),
  'does not accept the token in the URL': async ({ probe }) => {
    isError(
      await probe.send(`/health?token=${encodeURIComponent(probe.token)}`, { authorization: null }),
      'bridge_auth',
    );
  },

  'rejects write methods on every route': async (context) => {
    for (const [path, ...reads] of await routesOf(context)) {
      const writes = ['POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !reads.includes(method));
      for (const method of writes) isError(await context.probe.send(path, { method, body: {} }), 'read_only');
    }
  },

  'sends the contract version with every response': async (context) => {
    const { probe } = context;
    const answers = [
      await probe.send('/timeline?limit=0'),
      await probe.send(`/photos/${unknownUid}/full`),
      await probe.send('/no-such-route'),
      await probe.send('/nodes', { method: 'POST', body: '{broken' }),
      await probe.send('/health', { authorization: null }),
      await probe.send('/timeline', { method: 'DELETE' }),
    ];
    for (const [path, ...reads] of await routesOf(context)) {
      for (const method of reads) {
        answers.push(await probe.send(path, { method, ...(method === 'POST' && { body: { uids: [] } }) }));
      }
    }
    for (const { asked: requestLine, headers } of answers)
      same(headers[contractHeader], '1', `${requestLine}: the header X-Bridge-Contract`);
  },

  'answers unknown routes with not_found in the format of the contract': async ({ probe }) => {
    for (const path of ['/no-such-route', '/photos', '/albums/x/y']) isError(await probe.send(path), 'not_found');
  },

  'rejects invalid request bodies, and keeps running': async ({ probe }) => {
    for (const body of ['{"uids":[', 'null', '[]', '{"uids":"x"}', '{"uids":[1]}', '{}']) {
      isError(await probe.send('/nodes', { method: 'POST', body }), 'bad_request');
    }
    jsonOf(await probe.send('/health'));
  },

  'reveals no internals in errors': async ({ probe }) => {
    const answers = [
      await probe.send(`/photos/${encodeURIComponent('../../etc/passwd')}/full`),
      await probe.send(`/nodes/${encodeURIComponent("' OR 1=1 --")}`),
      await probe.send('/timeline?cursor=%00'),
    ];
    for (const response of answers) {
      const text = response.body.toString('utf8');
      must(
        response.status >= 400 && response.status < 500,
        `${response.asked}: expected a status of 4xx, got ${response.status}.`,
      );
      must(
        !/SQL|node_modules|\bat .+:\d+:\d+|\/home\/|\/root\/|\/srv\//.test(text),
        `${response.asked}: the error reveals internals of the bridge: ${text}`,
      );
      must(!text.includes(probe.token), `${response.asked}: the error contains the token.`);
    }
  },
});
