import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Server } from '@hapi/hapi';
import { expect } from 'chai';
import { HandoverPort } from '../../core/http/handover-port.ts';
import { listen } from '../../core/http/listening.ts';

const place = { host: '127.0.0.1', port: 0 };

describe('a port that several servers use one after another', () => {
  let port: HandoverPort;
  let number = 0;
  beforeEach(() => {
    port = new HandoverPort();
  });
  afterEach(() => {
    port.close();
  });

  const application = async (name: string): Promise<Server> => {
    const server = new Server({ ...place, listener: port.newListener() });
    server.route({ method: 'GET', path: '/', handler: () => name });
    await listen(server, place);
    number = Number(server.info.port);
    return server;
  };
  const ask = async (): Promise<[number | undefined, string, IncomingMessage['headers']]> => {
    const asked = request({ host: place.host, port: number, agent: false }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks = (await response.toArray()) as Buffer[];
    return [response.statusCode, Buffer.concat(chunks).toString(), response.headers];
  };

  it('belongs to the server that listened last', async () => {
    const first = await application('first');
    expect((await ask())[1]).to.equal('first');
    await first.stop({ timeout: 0 });
    const before = number;
    const second = await application('second');
    expect(number).to.equal(before);
    expect((await ask())[1]).to.equal('second');
    await second.stop({ timeout: 0 });
  });

  it('holds connections that arrive between two servers, and then answers them', async () => {
    port = new HandoverPort(600_000);
    const first = await application('first');
    await first.stop({ timeout: 0 });
    const answers = [ask(), ask()];
    const socket = connect(number, place.host);
    await once(socket, 'connect');
    const second = await application('second');
    expect((await Promise.all(answers)).map(([, body]) => body)).to.deep.equal(['second', 'second']);
    socket.destroy();
    await second.stop({ timeout: 0 });
  });

  it('answers 503 with Retry-After to connections that would wait too long', async () => {
    port = new HandoverPort(0);
    await (await application('first')).stop({ timeout: 0 });
    const [status, body, headers] = await ask();
    expect([status, headers['retry-after'], headers['connection']]).to.deep.equal([503, '2', 'close']);
    expect(headers).to.include.keys('content-security-policy', 'x-error-kind');
    expect((JSON.parse(body) as { detail: string }).detail).to.match(/try again/);
  });

  it('lets a stopping server finish running requests, and closes idle connections', async () => {
    const server = new Server({ ...place, listener: port.newListener() });
    let answer: (text: string) => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      server.route({
        method: 'GET',
        path: '/',
        handler: () =>
          new Promise<string>((done) => {
            answer = done;
            resolve();
          }),
      });
    });
    await listen(server, place);
    number = Number(server.info.port);
    const idle = connect(number, place.host);
    await once(idle, 'connect');
    const ended = once(idle.resume(), 'end');
    const under = ask();
    await asked;
    const stopped = server.stop({ timeout: 60_000 });
    await ended;
    answer('the end of it');
    expect((await under)[1]).to.equal('the end of it');
    await stopped;
  });

  it('reports that it is taken, like any other port', async () => {
    const first = await application('first');
    const other = new Server({ ...place, port: number, listener: new HandoverPort().newListener() });
    const failure = await listen(other, { ...place, port: number }).then(
      () => 'listens',
      (error: unknown) => (error as Error).message,
    );
    expect(failure).to.match(/is taken: stop the other program/);
    await first.stop({ timeout: 0 });
  });

  it('is free after close(), which also closes waiting connections', async () => {
    const first = await application('first');
    await first.stop({ timeout: 0 });
    const socket = connect(number, place.host);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    port.close();
    await closed;
    const again = new HandoverPort();
    const server = new Server({ ...place, port: number, listener: again.newListener() });
    await listen(server, place);
    expect((server.listener.address() as AddressInfo).port).to.equal(number);
    again.close();
    await server.stop({ timeout: 0 });
  });
});
