import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { createListener } from '../../core/http/pipeline/listener.ts';
import { until } from '../support/until.ts';

const limits = { head: 300, request: 600, idle: 60_000, checkEvery: 50, connections: 4 };

describe('the HTTP listener', () => {
  let listener: Server;
  let port: number;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    listener = createListener(limits);
    listener.on('request', (request, response) => {
      // As in routes, the response waits for the body.
      request.resume().on('end', () => response.end('well'));
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    ({ port } = listener.address() as AddressInfo);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    listener.close();
  });

  /** Returns everything received until the server closes the connection; sends `drip` repeatedly meanwhile. */
  async function untilEnded(first: string, drip = ''): Promise<string> {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    // Writes after the server’s end fail.
    socket.on('error', () => undefined);
    socket.write(first);
    const dripping = setInterval(() => socket.write(drip), 40);
    try {
      await new Promise((ended) => socket.once('close', ended));
    } finally {
      clearInterval(dripping);
    }
    return answer;
  }

  it('closes connections that send nothing', async () => {
    expect(await untilEnded('')).to.match(/^HTTP\/1\.1 408 .*nosniff/s);
  });

  it('closes connections whose headers never end', async () => {
    const answer = await untilEnded('GET / HTTP/1.1\r\nHost: x\r\n', 'X-Slow: y\r\n');
    expect(answer).to.match(/^HTTP\/1\.1 408 .*nosniff/s);
  });

  it('closes connections whose body never ends', async () => {
    const answer = await untilEnded('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n', 'x');
    expect(answer).to.match(/^HTTP\/1\.1 408 .*nosniff/s);
  });

  it('keeps idle connections longer than proxies do, so that a proxy never reuses one that is closing', async () => {
    const usual = createListener().on('request', (_request, response) => response.end('well'));
    usual.listen(0, '127.0.0.1');
    await once(usual, 'listening');
    try {
      const { headers } = await fetch(`http://127.0.0.1:${(usual.address() as AddressInfo).port}/`);
      const seconds = Number(/^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '')?.[1]);
      expect(seconds).to.be.above(120);
    } finally {
      usual.close().closeAllConnections();
    }
  });

  it('accepts connections up to the limit, and another one once one is closed', async () => {
    const idle = Array.from({ length: limits.connections }, () => connect({ port, host: '127.0.0.1' }));
    sockets.push(...idle);
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const get = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    expect(await untilEnded(get)).to.equal('');
    for (const socket of idle) socket.destroy();
    await until(async () => /^HTTP\/1\.1 200 .*well$/s.test(await untilEnded(get)));
  });
});
