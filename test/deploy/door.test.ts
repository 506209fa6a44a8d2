import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { endProcess } from '../support/child-process.ts';

/** Starts the program of the door container, which forwards to `port` of this machine. */
async function openDoor(port: number): Promise<{ door: ChildProcess; at: number }> {
  const env = { PATH: process.env['PATH'], DOOR_TO: `127.0.0.1:${port}`, PORT: '0' };
  const door = spawn(process.execPath, ['docs/deploy/door.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(door.stdout, 'data')) as [Buffer];
  return { door, at: Number(/at (\d+)\./.exec(said.toString())?.[1]) };
}

describe('the door container, which forwards connections to the server', () => {
  const large = Buffer.alloc(5_000_000, 'x');
  let service: Server;
  let door: ChildProcess;
  let at: number;

  before(async () => {
    service = createServer((request, response) => {
      if (request.url === '/breaks-off') response.write('half', () => response.destroy());
      else void text(request).then((body) => response.end(large.subarray(0, body.length)));
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    ({ door, at } = await openDoor((service.address() as AddressInfo).port));
  });
  after(async () => {
    await endProcess(door, 'SIGTERM');
    service.close().closeAllConnections();
  });

  it('forwards large requests and responses completely', async () => {
    const answers = [1, 2, 3].map(() =>
      fetch(`http://127.0.0.1:${at}/`, { method: 'POST', body: new Uint8Array(large) }),
    );
    for (const answer of await Promise.all(answers))
      expect((await answer.arrayBuffer()).byteLength).to.equal(large.length);
  });

  it('forwards the response to a client that has closed its side of the connection', async () => {
    const socket = connect({ port: at, host: '127.0.0.1', allowHalfOpen: true });
    socket.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).to.match(/^HTTP\/1.1 200 /);
  });

  it('keeps running when one side breaks off, or when the server cannot be reached', async () => {
    const broken = await fetch(`http://127.0.0.1:${at}/breaks-off`).then(
      (answer) => answer.text().catch(() => 'broken off'),
      () => 'broken off',
    );
    expect(broken).to.equal('broken off');
    const left = connect(at, '127.0.0.1');
    await once(left, 'connect');
    left.write('GET / HTTP/1.1\r\n');
    left.resetAndDestroy();
    expect((await fetch(`http://127.0.0.1:${at}/`)).status).to.equal(200);

    const nobody = await openDoor(1);
    const refused = await fetch(`http://127.0.0.1:${nobody.at}/`).then(
      () => 'answered',
      () => 'closed',
    );
    expect(refused).to.equal('closed');
    expect(nobody.door.exitCode).to.equal(null);
    await endProcess(nobody.door, 'SIGTERM');
  });
});
