import { Server } from '@hapi/hapi';
import { expect } from 'chai';
import Joi from 'joi';
import { apiRoute } from '../../core/http/pipeline/api-route.ts';
import { waitForRoutes } from '../../core/http/pipeline/route-gate.ts';
import { route, type Route } from '../../core/http/pipeline/route.ts';

const [health, list] = ['/api/health', '/api/list'].map((path) =>
  route({
    method: 'GET',
    path: path as Route['path'],
    access: 'none',
    summary: 'Says which it is',
    answer: Joi.object().unknown(true),
    handle: () => ({ path }),
  }),
) as [Route, Route];

const options = {
  trustProxy: false,
  validateAnswers: true,
  audit: { record: () => undefined, failed: () => undefined },
  loading: () => undefined,
};

/** A server with one route, to which others will be added. */
function opening() {
  const server = new Server({ debug: false });
  server.route(apiRoute(health, options));
  return { server, gate: waitForRoutes(server, [health]) };
}

describe('a server whose routes are not all registered yet', () => {
  it('answers requests for registered routes immediately', async () => {
    const { server } = opening();
    expect((await server.inject('/api/health')).payload).to.equal('{"path":"/api/health"}');
  });

  it('holds all other requests until the routes are complete, and answers 404 to unknown ones only then', async () => {
    const { server, gate } = opening();
    const known = server.inject('/api/list');
    const unknown = server.inject('/api/nowhere');
    const early = await Promise.race([known, unknown, server.inject('/api/health')]);
    expect(early.request.path).to.equal('/api/health');
    server.route(apiRoute(list, options));
    gate.open();
    expect((await known).payload).to.equal('{"path":"/api/list"}');
    expect((await unknown).statusCode).to.equal(404);
    expect((await server.inject('/api/list')).statusCode).to.equal(200);
  });

  it('answers 500 to held requests if registering the routes fails', async () => {
    const { server, gate } = opening();
    const held = server.inject('/api/list');
    gate.fail(new Error('The routes of two plugins clash'));
    expect((await held).statusCode).to.equal(500);
  });

  it('answers 500 to held requests when it stops', async () => {
    const { server } = opening();
    await server.initialize();
    const held = server.inject('/api/list');
    await server.stop();
    expect((await held).statusCode).to.equal(500);
  });
});
